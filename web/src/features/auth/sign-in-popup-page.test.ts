import { readFile } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';

const postMessage = vi.fn();
const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);

/** Runs the script of the pop-up page with this message in its body, and with this opener. */
async function run(message: string | undefined, opener: unknown): Promise<void> {
  document.body.removeAttribute('data-message');
  if (message !== undefined) document.body.dataset.message = message;
  Object.defineProperty(window, 'opener', { value: opener, configurable: true });
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the file as a browser does
  new Function(await readFile('public/static/sign-in-popup.js', 'utf8'))();
}

afterEach(() => vi.clearAllMocks());

it("posts the page's message once, to the site's own origin and never to '*', and closes", async () => {
  await run('{"token":"secret","user":{"id":1}}', { postMessage });
  expect(postMessage.mock.calls).toEqual([[{ token: 'secret', user: { id: 1 } }, location.origin]]);
  expect(close).toHaveBeenCalledOnce();
  expect(document.body.dataset.message).toBeUndefined();
});

it('says nothing and stays when it has no opener or no message', async () => {
  await run('{"error":"no"}', null);
  await run(undefined, { postMessage });
  expect(postMessage).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
});
