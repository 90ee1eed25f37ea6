import { BASE_URL } from './support/base-url.ts';
import { expect, test } from './support/fixtures.ts';

const get = (path: string, headers: Record<string, string> = {}) => fetch(BASE_URL + path, { headers });
const rejection = { error: expect.any(String), code: expect.any(String) };

/** Returns the address of the program or of the font, which the page names, or of a part's styles, which the program names. */
async function assetOf(extension: 'js' | 'css' | 'woff2'): Promise<string> {
  const page = await (await get('/')).text();
  if (extension === 'woff2') return find(/(?<= href=")\/assets\/[^"]+\.woff2/, page);
  const program = find(/(?<= src=")\/assets\/[^"]+\.js/, page);
  return extension === 'js' ? program : `/${find(/assets\/[^"]+?\.css/, await (await get(program)).text())}`;
}

function find(pattern: RegExp, text: string): string {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`Nothing is named ${pattern.source}`);
  return found;
}

test.describe('the web server', () => {
  for (const path of ['/', '/best', '/p/7', '/u/some.body', '/no/such/place'])
    test(`answers ${path} with the page`, async () => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<div id="root">');
    });

  test('lets a browser keep built files for a year and static ones for a day, compressed', async () => {
    const script = await get(await assetOf('js'));
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-encoding')).toBe('gzip');
    const avatar = await get('/static/default-avatar.png');
    expect(avatar.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(avatar.headers.get('content-type')).toBe('image/png');
  });

  for (const kind of ['js', 'css'] as const)
    test(`hands a browser that takes Brotli its ${kind} so, and nobody else`, async () => {
      const path = await assetOf(kind);
      const ask = (encoding: string) => get(path, { 'Accept-Encoding': encoding });
      const [small, plain, rejected] = [
        await ask('gzip, br'),
        await ask('identity'),
        await ask('gzip, br;q=0'),
      ];
      expect(small.headers.get('content-encoding')).toBe('br');
      expect(small.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(small.headers.get('vary')).toBe('Accept-Encoding');
      expect(small.headers.get('content-type')).toBe(plain.headers.get('content-type'));
      expect(small.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'));
      expect(await small.text()).toBe(await plain.text());
      expect(rejected.headers.get('content-encoding')).toBe('gzip');
      expect((await get(`${path}.br`)).status).toBe(404);
    });

  for (const path of ['/assets/missing.js', '/static/missing.png'])
    test(`answers ${path} with 404, not with the page`, async () => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

  test('sends the security headers with each page and what may be opened as one, and no version', async () => {
    for (const path of ['/best', '/favicon.svg', '/service-worker.js', '/static/default-avatar.png']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy'), path).toMatch(
        /script-src 'self'( 'sha256-[^']{44}'){3}; style-src 'self' 'sha256-[^']{44}';/,
      );
      expect(headers.get('content-security-policy'), path).not.toContain('unsafe');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin-allow-popups');
      expect(headers.get('permissions-policy'), path).toContain('camera=()');
      expect(headers.get('server'), path).not.toMatch(/\d/);
    }
  });

  test('lets a built file load nothing, should it be opened as a page or a worker', async () => {
    for (const path of [
      await assetOf('js'),
      await assetOf('css'),
      await assetOf('woff2'),
      '/assets/missing.js',
    ])
      for (const encoding of ['br', 'identity']) {
        const { headers } = await get(path, { 'Accept-Encoding': encoding });
        expect(headers.get('content-security-policy'), path).toBe("default-src 'none'");
        expect(headers.get('x-content-type-options'), path).toBe('nosniff');
        expect(headers.get('server'), path).not.toMatch(/\d/);
      }
  });

  test('rejects a body that is too large in words', async () => {
    const body = 'x'.repeat(10 * 1024 * 1024);
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${BASE_URL}/api/posts`, { method: 'POST', headers, body });
    expect(response.status).toBe(413);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({
      ...rejection,
      requestId: expect.stringMatching(/^\w{8,}/),
    });
  });

  test('rejects an address that is too long in words', async () => {
    const response = await get(`/api/${'a'.repeat(70_000)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toMatchObject(rejection);
  });

  test("passes the gateway's own errors through", async () => {
    const response = await get('/api/no/such%2Fcall');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject(rejection);
  });
});
