import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { installWallet, uninstallWallets } from '../../test-wallet';
import { DepositForm } from './deposit-form';
import { sendLike } from './send-like';

// The chain and the wallet's signature; their own journeys are in e2e/deposit.e2e.ts.
vi.mock('./send-like', () => ({ sendLike: vi.fn(() => Promise.resolve('a-signature')) }));

const SENTENCE =
  'Deposits are paused for a while. LIKE that you have sent already is safe, and is credited when they go on.';
const paused = () => json(503, { error: SENTENCE, code: 'PAUSED', requestId: 'r' });
const settings = { mint: 'm', receivingWallet: 'w', decimals: 6, rpcUrl: 'http://rpc', memo: 'likewell:a' };
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

const responses: Record<string, () => Response> = {};
const alert = vi.fn();

beforeEach(() => {
  Object.assign(responses, {
    '/settings.json': () => json(200, {}),
    '/api/price': () => json(200, { usd: null, as_of: null }),
    '/api/wallet/config': () => json(200, settings),
    '/api/wallet/deposit': () => json(200, { state: 'credited', tokens: 200, tokensNano: '200000000000' }),
  });
  vi.stubGlobal('alert', alert);
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(responses[path]?.() ?? new Response('', { status: 404 })),
  );
  installWallet('Test');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(sendLike).mockClear();
  alert.mockReset();
  uninstallWallets();
});

async function pressDeposit() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DepositForm />
    </QueryClientProvider>,
  );
  await userEvent.setup().click(button());
}
const button = () => screen.getByRole('button', { name: /^Deposit LIKEs/ });

it('says before anything is sent that deposits are paused', async () => {
  responses['/api/wallet/config'] = paused;
  await pressDeposit();
  await waitFor(() => expect(alert).toHaveBeenCalledWith(SENTENCE));
  expect(sendLike).not.toHaveBeenCalled();
  expect(screen.queryByRole('list', { name: 'Steps of the deposit' })).toBeNull();
});

it('says of what was sent when the pause began that it will be credited', async () => {
  responses['/api/wallet/deposit'] = paused;
  await pressDeposit();
  expect(
    await screen.findByText(/^Deposits are paused .* Your 100 LIKE has arrived and will be credited/),
  ).toBeTruthy();
  expect(alert).not.toHaveBeenCalled();
  expect(button().getAttribute('aria-disabled')).toBe('false');
});

it('says of others that they are in the balance', async () => {
  await pressDeposit();
  expect(await screen.findByText('100 LIKE is in your balance.')).toBeTruthy();
});
