import type { PopupMessage } from '@likewell/contracts/gateway/auth';

/** Reads the message in a pop-up window's page as a browser does. */
export async function messageOf(response: Response): Promise<PopupMessage> {
  const html = await response.text();
  const attribute = /data-message="([^"]*)"/.exec(html)?.[1] ?? '';
  const unescaped = attribute.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');
  return JSON.parse(unescaped.replaceAll('&gt;', '>').replaceAll('&amp;', '&')) as PopupMessage;
}

/** Expects a page of that status, with the headers that keep it from being stored, framed or redirected. */
export function expectPopupPage(response: Response, status: number): void {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('content-security-policy')).toMatch(
    /default-src 'none'; script-src 'self';.*trusted/,
  );
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe');
}
