import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { saveSession, updateUser, useUser } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { mary, signInAs, tom } from '../../test-members';
import { HistoryTable } from './history-table';
import { WalletCard } from './wallet-card';
import { useChangesOfBalance } from './wallet.api';

vi.spyOn(console, 'error').mockImplementation(() => undefined);
vi.stubGlobal('IntersectionObserver', vi.fn());
signInAs({ ...mary, tokensNano: '100000000000' });

/** The page, which stays when the wallet is left. */
function Page() {
  const user = useUser();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  useChangesOfBalance();
  if (pathname !== '/') return <button onClick={() => void navigate(-1)}>Back</button>;
  return (
    user && (
      <>
        <Link to="/other">Other</Link>
        <WalletCard user={user} />
        <HistoryTable view="all" label="History" />
      </>
    )
  );
}

const sent = {
  id: 3,
  kind: 'tip-sent',
  amountNano: '-1000000000',
  amount: -1,
  created_at: '2026-11-21T12:00:00.000Z',
  post_id: 7,
  post_title: 'Bread',
  counterparty: null,
  counterparty_user: null,
  tx: null,
};

/** Whether the tip has been sent. */
let isSent = false;
beforeEach(() => {
  isSent = false;
  const total = (amountNano: string) => ({ amountNano, is_exact: true });
  fetchMock.mockImplementation((path) => {
    const url = path as string;
    if (url === '/api/wallet/week')
      return Promise.resolve(json(200, { earned: total('0'), given: total(isSent ? '1000000000' : '0') }));
    if (url.startsWith('/api/wallet/history'))
      return Promise.resolve(json(200, { items: isSent ? [sent] : [], nextCursor: null }));
    return Promise.resolve(json(404));
  });
});
const reads = (path: string) =>
  fetchMock.mock.calls.filter(([url]) => (url as string).startsWith(path)).length;

it('a tip from another tab is in the week and in the history as soon as it is in the balance', async () => {
  render(<Page />, { wrapper: inPage() });
  expect(await screen.findByText("You haven't had any transactions yet")).toBeTruthy();
  expect(reads('/api/wallet/week')).toBe(1);
  isSent = true;
  act(() => updateUser({ tokensNano: '99000000000' }));
  expect(await screen.findByText(/Tip sent/)).toBeTruthy();
  expect(await screen.findByText('1 LIKE')).toBeTruthy();
  expect(reads('/api/wallet/week')).toBe(2);
});

/** Leaves the wallet, to which a person comes back after the changes. */
async function leaveFor(...changes: (() => void)[]) {
  fireEvent.click(screen.getByRole('link', { name: 'Other' }));
  await new Promise((resolve) => setTimeout(resolve));
  changes.forEach((change) => act(change));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
}

it('the history is as it was for who comes back, unless the balance has changed meanwhile', async () => {
  render(<Page />, { wrapper: inPage() });
  await screen.findByText("You haven't had any transactions yet");
  await leaveFor();
  expect(screen.getByText("You haven't had any transactions yet")).toBeTruthy();
  expect(reads('/api/wallet/history')).toBe(1);
  isSent = true;
  await leaveFor(() => updateUser({ tokensNano: '99000000000' }));
  expect(await screen.findByText(/Tip sent/)).toBeTruthy();
});

it('the history is read again for who comes back with another balance after somebody else', async () => {
  render(<Page />, { wrapper: inPage() });
  await screen.findByText("You haven't had any transactions yet");
  isSent = true;
  await leaveFor(
    () => saveSession('another', tom),
    () => saveSession('secret', { ...mary, tokensNano: '99000000000' }),
  );
  expect(await screen.findByText(/Tip sent/)).toBeTruthy();
});
