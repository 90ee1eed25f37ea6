import type { User } from '@likewell/contracts/gateway/user';
import { describe, expect, it } from 'vitest';
import { fetchMock } from '../../test-fetch';
import { mary as member, signInAs } from '../../test-members';
import { refreshUser } from './refresh-user';
import { getSession, saveSession, updateUser } from './session-store';

const mary = { ...member, tokensNano: '100' };
const sue = { ...mary, id: 1002, username: 'sue' };
const respond = (user: User) => Promise.resolve(new Response(JSON.stringify(user)));

signInAs(mary);

describe('asking for the signed-in member', () => {
  it('takes the response over, also where a field is gone from it', async () => {
    updateUser({ deletion_at: '2026-08-01T00:00:00.000Z' });
    fetchMock.mockImplementation(() => respond({ ...mary, tokensNano: '70' }));
    await refreshUser();
    expect(getSession().user).toEqual({ ...mary, tokensNano: '70' });
  });

  it('goes on with the balance and the day of the bonus that it knew while the ledger is away', async () => {
    const known = { ...mary, bonus_due_on: '2026-11-30' };
    saveSession('secret', known);
    const unknown = { tokens: 0, tokensNano: '0', tokens_unknown: true };
    fetchMock.mockImplementation(() => respond({ ...mary, ...unknown, is_verified: true }));
    await refreshUser();
    expect(getSession().user).toEqual({ ...known, is_verified: true });
  });

  it('knows no balance where the ledger has been away since the member signed in', async () => {
    const newcomer = { ...mary, tokens: 0, tokensNano: '0', tokens_unknown: true };
    saveSession('secret', newcomer);
    fetchMock.mockImplementation(() => respond(newcomer));
    await refreshUser();
    expect(getSession().user).toEqual(newcomer);
    updateUser({ tokens: 0.000000007, tokensNano: '7' });
    expect(getSession().user).toEqual({ ...mary, tokens: 0.000000007, tokensNano: '7' });
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

  it('keeps the member that it knew where there is none in the response', async () => {
    fetchMock.mockImplementation(() => Promise.resolve(new Response('{}')));
    await expect(refreshUser()).rejects.toMatchObject({ status: 200 });
    expect(getSession().user).toEqual(mary);
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
