import { afterEach, beforeEach, vi } from 'vitest';

/**
 * The server in tests: it replaces `fetch` in each test of a file that imports it, and is reset after each.
 */
export const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

export const json = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status });

/** Responds to the next call. */
export const respond = (status: number, body?: unknown) =>
  fetchMock.mockResolvedValueOnce(json(status, body));

/** Lets the next call wait for the returned function, which responds to it. */
export function respondLater() {
  let resolve: (response: Response) => void = () => undefined;
  fetchMock.mockReturnValueOnce(new Promise((found) => (resolve = found)));
  return (status: number, body?: unknown) => resolve(json(status, body));
}
