import type { User } from '@likewell/contracts/gateway/user';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { dropSession, getSession, saveSession } from '../../shared/session/session-store';
import { Welcome } from './welcome';

const mary = { id: 7, username: 'mary', tokens: 0, tokensNano: '0', public_token: 'm' } as User;
const fetchMock = vi.fn<typeof fetch>();

/** What the history holds of bonuses, one response after the other; the last one stays. */
function respondWith(user: User, ...histories: { created_at: string }[][]) {
  fetchMock.mockImplementation((url) => {
    const items = histories.length > 1 ? histories.shift() : histories[0];
    const body = (url as string).startsWith('/api/wallet')
      ? { items: items?.map((item) => ({ ...item, amountNano: '100000000000' })), nextCursor: null }
      : { ...user, tokens: 100, tokensNano: '100000000000' };
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
}

const open = (user: User) =>
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Welcome user={user} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const ago = (minutes: number) => ({ created_at: new Date(Date.now() - minutes * 60_000).toISOString() });

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  saveSession('secret', mary);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  dropSession();
});

describe('the welcome', () => {
  it('waits for the bonus, says that it arrived, renews the balance, and goes when it is told to', async () => {
    respondWith(mary, [], [ago(0)]);
    open(mary);
    await screen.findByText(/100 LIKE arrived/, undefined, { timeout: 10_000 });
    expect(getSession().user?.tokensNano).toBe('100000000000');
    expect(screen.queryByRole('link', { name: 'Choose a name' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/arrived/)).toBeNull();
  });

  it('asks for a name who came with a wallet and has a made-up one', async () => {
    const member = { ...mary, username: 'member_204518' };
    respondWith(member, [ago(1)]);
    open(member);
    const way = await screen.findByRole('link', { name: 'Choose a name' });
    expect(way.getAttribute('href')).toBe('/settings#username');
  });

  it('says nothing to who has been here before', async () => {
    respondWith(mary, [ago(60)]);
    open(mary);
    await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/arrived/)).toBeNull();
  });
});
