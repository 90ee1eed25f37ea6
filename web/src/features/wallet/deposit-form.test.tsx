import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { inClient } from '../../test-client';
import { mary, tom } from '../../test-members';
import { watchRegions } from '../../test-regions';
import { installWallet, uninstallWallets } from '../../test-wallet';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { DepositForm } from './deposit-form';
import { sendLike } from './send-like';
import { isSending } from './sent-deposits';

// Mocks the chain and the wallet's signature; e2e/deposit.e2e.ts tests the real ones.
vi.mock('./send-like', () => ({ sendLike: vi.fn(() => Promise.resolve('a-signature')) }));

const SENTENCE =
  'Deposits are paused for a while. LIKE that you have already sent is safe, and is credited when they resume.';
const paused = () => json(503, { error: SENTENCE, code: 'PAUSED', requestId: 'r' });
const settings = {
  ...{ mint: 'm', tokenProgram: 'p', receivingWallet: 'w', decimals: 6 },
  ...{ rpcUrl: 'http://rpc', memo: 'likewell:a' },
};
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

function open(client = makeQueryClient()) {
  const { unmount } = render(<DepositForm />, { wrapper: inClient(client) });
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

it.each([
  [new Error('User rejected the request.'), 'User rejected the request.'],
  [{ code: 4001, message: 'The user rejected the request.' }, 'The user rejected the request.'],
  ['User denied', 'User denied'],
  [{ code: 4001 }, 'Error'],
  [undefined, 'Error'],
])("alerts what a wallet says, %o, or 'Error' (spec, section 8)", async (rejection, text) => {
  vi.mocked(sendLike).mockRejectedValueOnce(rejection);
  await pressDeposit();
  await waitFor(() => expect(alert).toHaveBeenCalledWith(text));
});

it('says of others that they are in the balance', async () => {
  await pressDeposit();
  expect(await screen.findByText('100 LIKE is in your balance.')).toBeTruthy();
});

it('reads out each step, from the first one on', async () => {
  let allow: (value?: unknown) => void = vi.fn();
  wallet.person = new Promise((resolve) => (allow = resolve));
  const { person } = open();
  const isReadOut = watchRegions();
  await person.click(button());
  await isReadOut('Let Test connect to Likewell.');
  allow();
  await isReadOut('100 LIKE is in your balance.');
});

it('tells that there are wallets to choose from', async () => {
  installWallet('Other');
  const { person } = open();
  expect(button().ariaExpanded).toBe('false');
  await person.click(button());
  await screen.findByRole('list', { name: 'Choose a wallet' });
  expect(button().ariaExpanded).toBe('true');
  await person.click(screen.getByRole('button', { name: 'Other' }));
  expect(button().ariaExpanded).toBe('false');
});

it('empties the history, which is read from its start (spec, section 4)', async () => {
  const client = makeQueryClient();
  const history = ['wallet-history', null, 'all'];
  client.setQueryData(history, 'what was loaded');
  await open(client).person.click(button());
  await screen.findByText('100 LIKE is in your balance.');
  expect(client.getQueryData(history)).toBeUndefined();
});

describe('a wallet that does not answer', () => {
  /** Called when the wallet is asked for a signature, which `sign` gives. */
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

describe('a form that is left', () => {
  const confirming = 'Solana is confirming your 100 LIKE. This takes some seconds.';
  /** Called for each transfer that a wallet is asked to sign; `sign` is its approval, and then the chain decides. */
  const asked = vi.fn();
  let sign: () => void;
  let chain: { confirm: (signature: string) => void; reject: (error: Error) => void };
  beforeEach(() => {
    saveSession('secret', mary);
    asked.mockReset();
    vi.mocked(sendLike).mockImplementation(async ({ onStep }) => {
      onStep('sign');
      asked();
      await new Promise<void>((resolve) => (sign = resolve));
      onStep('send');
      onStep('confirm');
      return new Promise((confirm, reject) => (chain = { confirm, reject }));
    });
  });
  afterEach(() => dropSession());

  async function leave({ signed }: { signed: boolean }) {
    const { unmount } = open();
    fireEvent.click(button());
    await screen.findByText('Approve the transfer of 100 LIKE in Test.');
    if (signed) {
      sign();
      await screen.findByText(confirming);
    }
    unmount();
  }

  it('goes on in the next one, which sends no second transfer, and is told once', async () => {
    await leave({ signed: true });
    const next = open();
    expect(screen.getByText(confirming)).toBeTruthy();
    expect(button().getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button());
    chain.confirm('a-signature');
    expect(await screen.findByText('100 LIKE is in your balance.')).toBeTruthy();
    expect([asked.mock.calls.length, wallet.connects]).toEqual([1, 1]);
    expect(button().getAttribute('aria-disabled')).toBe('false');
    next.unmount();
    open();
    expect(screen.queryByText('100 LIKE is in your balance.')).toBeNull();
  });

  it('is nothing to another member', async () => {
    await leave({ signed: true });
    saveSession('other', tom);
    open();
    expect(screen.queryByText(confirming)).toBeNull();
    expect(button().getAttribute('aria-disabled')).toBe('false');
    chain.reject(new Error('Solana refused the transfer.'));
    await waitFor(() => expect(isSending(mary.id)).toBe(false));
    expect(alert).not.toHaveBeenCalled();
  });

  it('tells that what was sent has failed, and leaves the next one free', async () => {
    await leave({ signed: true });
    chain.reject(new Error('Solana refused the transfer. Your LIKE stays in your wallet.'));
    await waitFor(() => expect(alert).toHaveBeenCalled());
    expect(alert.mock.calls).toEqual([['Solana refused the transfer. Your LIKE stays in your wallet.']]);
    open();
    expect(screen.queryByRole('list', { name: 'Steps of the deposit' })).toBeNull();
    expect(button().getAttribute('aria-disabled')).toBe('false');
  });

  it('with a wallet that is silent at the signature does not keep the next one', async () => {
    await leave({ signed: false });
    await pressDeposit();
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  });

  it('with a wallet that signs afterwards asks for no second signature', async () => {
    await leave({ signed: false });
    let allow: () => void = () => undefined;
    wallet.person = new Promise<void>((resolve) => (allow = resolve));
    await pressDeposit();
    await waitFor(() => expect(wallet.connects).toBe(2));
    sign();
    await screen.findByText(confirming);
    allow();
    await waitFor(() => expect(sendLike).toHaveBeenCalledTimes(2));
    chain.confirm('a-signature');
    expect(await screen.findByText('100 LIKE is in your balance.')).toBeTruthy();
    expect([asked.mock.calls.length, alert.mock.calls]).toEqual([1, []]);
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

it('an amount that begins with its point has a value, and is deposited', async () => {
  responses['/api/price'] = () => json(200, { usd: 2, as_of: null });
  const { person } = open();
  const field = screen.getByRole('spinbutton', { name: 'Amount of LIKE' });
  await person.clear(field);
  await person.type(field, '.5');
  expect(await screen.findByText('≈ $1.00')).toBeTruthy();
  await person.click(button());
  await waitFor(() => expect(vi.mocked(sendLike).mock.lastCall?.[0].nano).toBe(500_000_000n));
});

describe('an amount that is changed while the wallets are listed', () => {
  async function chooseAfterTyping(amount: string) {
    installWallet('Other');
    const { person } = open();
    await person.click(button());
    const choice = await screen.findByRole('button', { name: 'Other' });
    const field = screen.getByRole('spinbutton', { name: 'Amount of LIKE' });
    await person.clear(field);
    if (amount) await person.type(field, amount);
    await person.click(choice);
  }

  it('is the one that is deposited', async () => {
    await chooseAfterTyping('10');
    expect(await screen.findByText('10 LIKE is in your balance.')).toBeTruthy();
    expect(vi.mocked(sendLike).mock.calls.map(([{ nano }]) => nano)).toEqual([10_000_000_000n]);
  });

  it.each(['', '0'])("is rejected as %o with 'Invalid amount', and nothing is sent", async (amount) => {
    await chooseAfterTyping(amount);
    await waitFor(() => expect(alert.mock.calls).toEqual([['Invalid amount']]));
    expect(sendLike).not.toHaveBeenCalled();
  });
});
