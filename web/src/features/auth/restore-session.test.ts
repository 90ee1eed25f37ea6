import type { User } from '@likewell/contracts/gateway/user';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, getSession, saveSession } from '../../shared/session/session-store';
import { restoreSession } from './restore-session';

const mary = { id: 1001, username: 'mary', tokensNano: '5', public_token: 'p' } as User;
const fetchMock = vi.fn<typeof fetch>();
const responding = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchMock);
  saveSession('secret', mary);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  dropSession();
});

describe('the check at start-up (spec, sections 4 and 7)', () => {
  it('asks nothing without a token', async () => {
    dropSession();
    await restoreSession();
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('takes over the member as they are now', async () => {
    fetchMock.mockImplementation(responding(200, { ...mary, tokensNano: '7' }));
    await restoreSession();
    expect(getSession().user?.tokensNano).toBe('7');
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it.each([401, 403, 404])('drops the session on %i', async (status) => {
    fetchMock.mockImplementation(responding(status, { error: 'no' }));
    await restoreSession();
    expect(getSession().token).toBeNull();
  });

  it('shows the stored member through an outage and is mended by its end', async () => {
    fetchMock
      .mockImplementationOnce(responding(503, {}))
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementationOnce(responding(200, { ...mary, tokensNano: '9' }));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(1500);
    expect(getSession().user?.tokensNano).toBe('5');
    await vi.advanceTimersByTimeAsync(2000);
    await restored;
    expect(getSession().user?.tokensNano).toBe('9');
  });

  it('drops the session when an outage lasts for 60 seconds, and not before', async () => {
    fetchMock.mockImplementation(responding(503, {}));
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(getSession().token).toBe('secret');
    await vi.advanceTimersByTimeAsync(15_000);
    await restored;
    expect(getSession().token).toBeNull();
  });

  it('leaves a session alone that began meanwhile', async () => {
    fetchMock.mockImplementationOnce(() => {
      saveSession('other', mary);
      return responding(401, {})();
    });
    await restoreSession();
    expect(getSession().token).toBe('other');
  });
});
