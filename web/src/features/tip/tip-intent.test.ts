import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const wish = { payerId: 1001, postId: 7, amountNano: 1_500_000_000n };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Loads the module as a reloaded page does; session storage survives that. */
async function loadPage() {
  vi.resetModules();
  return import('./tip-intent');
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the key of a tip', () => {
  it('is a UUID, made before anything is sent', async () => {
    expect((await loadPage()).beginIntent(wish).key).toMatch(UUID);
  });

  it('is the same for a retry, also after a reload', async () => {
    const first = (await loadPage()).beginIntent(wish);
    expect((await loadPage()).beginIntent(wish).key).toBe(first.key);
  });

  it.each([{ postId: 8 }, { amountNano: 2n }, { payerId: 1002 }])('differs for %o', async (change) => {
    const { beginIntent } = await loadPage();
    expect(beginIntent({ ...wish, ...change }).key).not.toBe(beginIntent(wish).key);
  });

  it('is new once the outcome of the first is known', async () => {
    const { beginIntent, endIntent } = await loadPage();
    const first = beginIntent(wish);
    endIntent(first);
    expect(beginIntent(wish).key).not.toBe(first.key);
  });

  it('is the same however late the retry is, and asked about by the page itself for an hour', async () => {
    vi.useFakeTimers();
    const { beginIntent, openIntents } = await loadPage();
    const first = beginIntent(wish);
    vi.advanceTimersByTime(59 * 60_000);
    expect(openIntents(wish.payerId)).toEqual([{ ...first, isRetry: true }]);
    vi.advanceTimersByTime(2 * 60_000);
    expect(openIntents(wish.payerId)).toEqual([]);
    expect(beginIntent(wish)).toEqual({ ...first, isRetry: true });
  });

  it('is the same for a retry where storage is forbidden', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    const { beginIntent } = await loadPage();
    expect(beginIntent(wish).key).toBe(beginIntent(wish).key);
  });
});

it('a UUID is random also where crypto.randomUUID is missing', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { randomUuid } = await import('./random-uuid');
  expect(randomUuid()).toMatch(UUID);
  expect(randomUuid()).not.toBe(randomUuid());
});
