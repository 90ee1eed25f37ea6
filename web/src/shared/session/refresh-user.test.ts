import type { User } from '@likewell/contracts/gateway/user';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshUser } from './refresh-user';
import { dropSession, getSession, saveSession, updateUser } from './session-store';

const mary = { id: 1001, username: 'mary', tokensNano: '100', public_token: 'p' } as User;
const sue = { ...mary, id: 1002, username: 'sue' };
const fetchMock = vi.fn<typeof fetch>();
const respond = (user: User) => Promise.resolve(new Response(JSON.stringify(user)));

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  saveSession('secret', mary);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  dropSession();
});

describe('asking for the signed-in member', () => {
  it('takes the response over, also where a field is gone from it', async () => {
    updateUser({ deletion_at: '2026-08-01T00:00:00.000Z' });
    fetchMock.mockImplementation(() => respond({ ...mary, tokensNano: '70' }));
    await refreshUser();
    expect(getSession().user).toEqual({ ...mary, tokensNano: '70' });
  });

  it('does not take back the balance after a tip that was answered meanwhile', async () => {
    fetchMock
      .mockImplementationOnce(() => {
        updateUser({ tokensNano: '99' });
        return respond(mary);
      })
      .mockImplementationOnce(() => respond({ ...mary, tokensNano: '99', is_verified: true }));
    await refreshUser();
    expect(getSession().user).toMatchObject({ tokensNano: '99', is_verified: true });
  });

  it('ends where there is something newer at each response', async () => {
    let spent = 0;
    fetchMock.mockImplementation(() => {
      spent += 1;
      updateUser({ tokensNano: `${100 - spent}` });
      return respond(mary);
    });
    await refreshUser();
    expect(getSession().user?.tokensNano).toBe('97');
  });

  it('leaves a session alone that began meanwhile', async () => {
    fetchMock.mockImplementation(() => {
      saveSession('hers', sue);
      return respond({ ...mary, tokensNano: '70' });
    });
    await refreshUser();
    expect(getSession()).toEqual({ token: 'hers', user: sue });
  });
});
