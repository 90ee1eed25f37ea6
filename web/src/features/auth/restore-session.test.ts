import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, getSession, saveSession } from '../../shared/session/session-store';
import { fetchMock, json } from '../../test-fetch';
import { mary as member, signInAs } from '../../test-members';
import { restoreSession } from './restore-session';

const mary = { ...member, tokensNano: '5' };
const responding = (status: number, body: unknown) => () => Promise.resolve(json(status, body));

signInAs(mary);
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
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

  it.each([
    ['there is no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['somebody else in its network asks too much', responding(429, { code: 'RATE_LIMITED' })],
    ['there is no place for what it asks', responding(503, { code: 'OVERLOADED' })],
  ])('keeps the session for as long as %s', async (_what, respond) => {
    fetchMock.mockImplementation(respond);
    const restored = restoreSession();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(getSession()).toEqual({ token: 'secret', user: mary });
    fetchMock.mockImplementation(responding(200, { ...mary, tokensNano: '9' }));
    await vi.advanceTimersByTimeAsync(10_000);
    await restored;
    expect(getSession().user?.tokensNano).toBe('9');
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
