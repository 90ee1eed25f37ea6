import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
let wallet: ReturnType<typeof installWallet>;

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
  wallet = installWallet('Test');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(sendLike)
    .mockReset()
    .mockImplementation(() => Promise.resolve('a-signature'));
  alert.mockReset();
  uninstallWallets();
});

function open() {
  const { unmount } = render(
    <QueryClientProvider client={makeQueryClient()}>
      <DepositForm />
    </QueryClientProvider>,
  );
  return { unmount, person: userEvent.setup() };
}
const pressDeposit = () => open().person.click(button());
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

describe('a wallet that does not answer', () => {
  /** The signatures that the wallet was asked for, each given by `sign`. */
  const asked = vi.fn<() => Promise<string>>();
  let allow: () => void;
  let sign: (signature: string) => void;
  beforeEach(() => {
    asked.mockReset().mockImplementation(() => new Promise((resolve) => (sign = resolve)));
    vi.mocked(sendLike).mockImplementation(async ({ onStep }) => {
      await Promise.resolve();
      onStep('sign');
      return asked();
    });
    wallet.person = new Promise<void>((resolve) => (allow = resolve));
  });
  const connected = (times: number) => waitFor(() => expect(wallet.connects).toBe(times));
  const press = () => fireEvent.click(button());

  it('is asked anew by another press, and for one transfer when it answers to both', async () => {
    await pressDeposit();
    await connected(1);
    expect(button().getAttribute('aria-disabled')).toBe('false');
    press();
    await connected(2);
    allow();
    await screen.findByText('Approve the transfer of 100 LIKE in Test.');
    expect(asked).toHaveBeenCalledOnce();
    sign('a-signature');
    expect(await screen.findByText('100 LIKE is in your balance.')).toBeTruthy();
    expect([asked.mock.calls.length, alert.mock.calls]).toEqual([1, []]);
  });

  it('once it may have signed, is asked for no second transfer', async () => {
    allow();
    await pressDeposit();
    await screen.findByText('Approve the transfer of 100 LIKE in Test.');
    expect(button().getAttribute('aria-disabled')).toBe('true');
    press();
    sign('a-signature');
    expect(await screen.findByText('100 LIKE is in your balance.')).toBeTruthy();
    expect([wallet.connects, asked.mock.calls.length]).toEqual([1, 1]);
  });

  it('says nothing of an older try that it rejects while a newer one is under way', async () => {
    let reject: (error: Error) => void = () => undefined;
    wallet.person = new Promise((_resolve, refuse) => (reject = refuse));
    await pressDeposit();
    await connected(1);
    wallet.person = Promise.resolve();
    press();
    await screen.findByText('Approve the transfer of 100 LIKE in Test.');
    await act(async () => {
      reject(new Error('User rejected the request.'));
      await wallet.person;
    });
    expect(screen.getByText('Approve the transfer of 100 LIKE in Test.')).toBeTruthy();
    expect(alert).not.toHaveBeenCalled();
  });

  it('is asked for no transfer any more by a page that was left', async () => {
    const { unmount, person } = open();
    await person.click(button());
    await connected(1);
    unmount();
    await pressDeposit();
    await connected(2);
    allow();
    await screen.findByText('Approve the transfer of 100 LIKE in Test.');
    expect(asked).toHaveBeenCalledOnce();
  });
});

it('an amount is typed with the decimal sign of any region, and sent to its last digit', async () => {
  const { person } = open();
  const field = screen.getByRole('spinbutton', { name: 'Amount of LIKE' });
  await person.clear(field);
  await person.type(field, '1.000001');
  await person.click(button());
  await waitFor(() => expect(vi.mocked(sendLike).mock.lastCall?.[0].nano).toBe(1_000_001_000n));
});
