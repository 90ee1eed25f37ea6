import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { usePrice } from './price.api';

const MINUTE_MS = 60_000;
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const respond = (body: unknown, status = 200) =>
  fetchMock.mockImplementation(() => Promise.resolve(json(status, body)));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  logged.mockClear();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show() {
  const client = makeQueryClient();
  return renderHook(() => usePrice(), { wrapper: inClient(client) }).result;
}

it('is not known at first, then what the server says, renewed every minute', async () => {
  respond({ usd: 0.0124, as_of: null });
  const price = show();
  expect(price.current).toBeUndefined();
  await pass(1);
  expect(price.current).toBe(0.0124);
  respond({ usd: 0.0125, as_of: null });
  await pass(MINUTE_MS);
  expect(price.current).toBe(0.0125);
  respond({ usd: null, as_of: null });
  await pass(MINUTE_MS);
  expect(price.current).toBeNull();
});

it('stays for ten minutes while the server does not answer, and no longer', async () => {
  respond({ usd: 0.0124, as_of: null });
  const price = show();
  await pass(1);
  respond({}, 503);
  await pass(9 * MINUTE_MS);
  expect(price.current).toBe(0.0124);
  await pass(2 * MINUTE_MS);
  expect(price.current).toBeNull();
  expect(logged).toHaveBeenCalled();
});

it('is read again at once by who comes back to the tab', async () => {
  const become = (visibility: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  respond({ usd: 0.0124, as_of: null });
  const price = show();
  await pass(1);
  become('hidden');
  respond({ usd: 0.0125, as_of: null });
  await pass(11 * MINUTE_MS);
  become('visible');
  await pass(1);
  expect(price.current).toBe(0.0125);
});

it.each([[{ usd: 'much' }], [{ usd: -1 }], [{ usd: 0 }], [{}], [[]]])(
  'of a server that says %j is not available, and that is logged',
  async (body) => {
    respond(body);
    const price = show();
    await pass(MINUTE_MS / 2);
    expect(price.current).toBeNull();
    expect(logged).toHaveBeenCalledOnce();
  },
);
