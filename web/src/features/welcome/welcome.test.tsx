import type { User } from '@likewell/contracts/gateway/user';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { fetchMock } from '../../test-fetch';
import { mary, signInAs } from '../../test-members';
import { Welcome } from './welcome';

/** Sets the bonuses in the member's history, one response after the other; the last one is repeated. */
function respondWith(user: User, ...histories: { created_at: string }[][]) {
  fetchMock.mockImplementation((url) => {
    const items = histories.length > 1 ? histories.shift() : histories[0];
    const body = (url as string).startsWith('/api/wallet')
      ? { items: items?.map((item) => ({ ...item, amountNano: '100000000000' })), nextCursor: null }
      : { ...user, tokens: 100, tokensNano: '100000000000' };
    const headers = { Date: new Date().toUTCString() };
    return Promise.resolve(new Response(JSON.stringify(body), { headers }));
  });
}

const open = (user: User) => render(<Welcome user={user} />, { wrapper: inPage() });
const ago = (minutes: number) => ({ created_at: new Date(Date.now() - minutes * 60_000).toISOString() });

signInAs(mary);
afterEach(() => vi.restoreAllMocks());

describe('the welcome', () => {
  it('waits for the bonus, says that it arrived, renews the balance, and goes when it is told to', async () => {
    respondWith(mary, [], [ago(0)]);
    open(mary);
    await screen.findByText(/You received 100 LIKE/, undefined, { timeout: 10_000 });
    expect(getSession().user?.tokensNano).toBe('100000000000');
    expect(screen.queryByRole('link', { name: 'Choose a name' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/received/)).toBeNull();
  });

  it('says so, too, where the clock of the page is an hour ahead', async () => {
    respondWith(mary, [ago(1)]);
    vi.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() + 3_600_000);
    open(mary);
    await screen.findByText(/You received 100 LIKE/);
  });

  it('asks for a name who came with a wallet and has a made-up one', async () => {
    const member = { ...mary, username: 'member_204518' };
    respondWith(member, [ago(1)]);
    open(member);
    const way = await screen.findByRole('link', { name: 'Choose a name' });
    expect(way.getAttribute('href')).toBe('/settings#username');
  });

  it('says when a bonus comes that is held back for a later day, and does not wait for it', async () => {
    open({ ...mary, bonus_due_on: '2026-11-30' });
    await screen.findByText(/bonus comes on Nov 30, 2026/);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('says nothing to who has been here before', async () => {
    respondWith(mary, [ago(60)]);
    open(mary);
    await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/received/)).toBeNull();
  });
});
