import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { updateUser, useUser } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { mary, signInAs } from '../../test-members';
import { HistoryTable } from './history-table';
import { WalletCard } from './wallet-card';
import { useChangesOfBalance } from './wallet.api';

vi.spyOn(console, 'error').mockImplementation(() => undefined);
vi.stubGlobal('IntersectionObserver', vi.fn());
signInAs({ ...mary, tokensNano: '100000000000' });

/** The page, which stays when the wallet is left. */
function Page({ isInWallet }: { isInWallet: boolean }) {
  const user = useUser();
  useChangesOfBalance();
  return (
    isInWallet &&
    user && (
      <>
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
  render(<Page isInWallet />, { wrapper: inPage() });
  expect(await screen.findByText("You haven't had any transactions yet")).toBeTruthy();
  expect(reads('/api/wallet/week')).toBe(1);
  isSent = true;
  act(() => updateUser({ tokensNano: '99000000000' }));
  expect(await screen.findByText(/Tip sent/)).toBeTruthy();
  expect(await screen.findByText('1 LIKE')).toBeTruthy();
  expect(reads('/api/wallet/week')).toBe(2);
});

it('the history is as it was for who comes back, unless the balance has changed meanwhile', async () => {
  const { rerender } = render(<Page isInWallet />, { wrapper: inPage() });
  await screen.findByText("You haven't had any transactions yet");
  const leaveFor = async (change: () => void) => {
    rerender(<Page isInWallet={false} />);
    await new Promise((resolve) => setTimeout(resolve));
    act(change);
    rerender(<Page isInWallet />);
  };
  await leaveFor(() => undefined);
  expect(screen.getByText("You haven't had any transactions yet")).toBeTruthy();
  expect(reads('/api/wallet/history')).toBe(1);
  isSent = true;
  await leaveFor(() => updateUser({ tokensNano: '99000000000' }));
  expect(await screen.findByText(/Tip sent/)).toBeTruthy();
});
