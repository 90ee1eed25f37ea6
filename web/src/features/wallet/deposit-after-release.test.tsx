import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { installWallet, uninstallWallets } from '../../test-wallet';
import { DepositForm } from './deposit-form';

// Simulates a page whose release is gone from the server.
vi.mock('./send-like', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

afterEach(() => {
  vi.unstubAllGlobals();
  uninstallWallets();
});

it('a deposit of a page older than the last release asks the wallet for nothing, and says what to do', async () => {
  const alert = vi.fn();
  vi.stubGlobal('alert', alert);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  const wallet = installWallet('Test');
  render(<DepositForm />, { wrapper: inClient() });
  fireEvent.click(screen.getByRole('button', { name: /^Deposit LIKEs/ }));
  await waitFor(() => expect(alert).toHaveBeenCalled());
  expect(alert.mock.calls).toEqual([
    ['Likewell has changed meanwhile. Load this page again and deposit then.'],
  ]);
  expect(wallet.connects).toBe(0);
  expect(screen.queryByRole('list', { name: 'Steps of the deposit' })).toBeNull();
});
