import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import bs58 from 'bs58';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropSession, getSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { installWallet, uninstallWallets } from '../../test-wallet';
import { AuthDialog } from './auth-dialog';

const TEXT = 'Login to Likewell likewell.test AAAAAAAAAAAAAAAAAAAAAA 2026-11-21T12:00:00.000Z';
const SIGN_IN = {
  domain: 'likewell.test',
  statement: 'Login to Likewell',
  uri: 'https://likewell.test',
  version: '1',
  nonce: 'A'.repeat(22),
  issuedAt: '2026-11-21T12:00:00.000Z',
};
const user = { id: 1001, username: 'member_123456', tokensNano: '100000000000', public_token: 'p' };

const responses: Record<string, () => Response> = {};
const sent: { path: string; body: unknown }[] = [];
const onClosed = vi.fn();
const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  Object.assign(responses, {
    '/settings.json': json(200, {}),
    '/api/auth/wallet-nonce': json(200, { message: TEXT, signIn: SIGN_IN }),
    '/api/auth/login-wallet': json(200, { token: 'secret', user }),
  });
  vi.stubGlobal('fetch', (path: string, options?: RequestInit) => {
    sent.push({ path, body: options?.body ? JSON.parse(options.body as string) : null });
    return Promise.resolve(responses[path]?.() ?? new Response('', { status: 404 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  uninstallWallets();
  sent.length = 0;
  onClosed.mockReset();
  dropSession();
});

const open = (tab: 'login' | 'signup') =>
  render(<AuthDialog tab={tab} opener={null} onClosed={onClosed} />, { wrapper: inPage() });
const pressWallet = async (person: ReturnType<typeof userEvent.setup>) =>
  person.click(await screen.findByRole('button', { name: 'Continue with a wallet' }));

async function press(tab: 'login' | 'signup' = 'login') {
  open(tab);
  const person = userEvent.setup();
  await pressWallet(person);
  return person;
}

/** Lets the wallet wait for its person; the returned function approves what it asks. */
function hold(wallet: ReturnType<typeof installWallet>) {
  let approve: () => void = () => undefined;
  wallet.person = new Promise<void>((resolve) => (approve = resolve));
  return () => approve();
}

const alertText = async () => (await screen.findByRole('alert')).textContent;

describe('signing in with a wallet', () => {
  it.each(['login', 'signup'] as const)(
    'has it sign the text of the server, sends address, message and base58 signature, and closes (%s)',
    async (tab) => {
      localStorage.setItem('ref', 'sharer');
      const wallet = installWallet('Test');
      await press(tab);
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
      expect(new TextDecoder().decode(wallet.signed[0])).toBe(TEXT);
      expect(sent.at(-1)).toEqual({
        path: '/api/auth/login-wallet',
        body: {
          address: wallet.address,
          message: TEXT,
          signature: bs58.encode(wallet.signature),
          ref: 'sharer',
        },
      });
      expect(getSession()).toEqual({ token: 'secret', user });
    },
  );

  it('after its dialog was closed asks nobody else for a second factor', async () => {
    const details = { ticket: 'ticket', ways: ['totp'] };
    responses['/api/auth/login-wallet'] = json(401, { error: '', code: 'SECOND_FACTOR_NEEDED', details });
    const wallet = installWallet('Test');
    const approve = hold(wallet);
    const { unmount } = open('login');
    await pressWallet(userEvent.setup());
    await waitFor(() => expect(wallet.connects).toBe(1));
    unmount();
    open('login');
    approve();
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/auth/login-wallet'));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.queryByText(/second factor/)).toBeNull();
  });

  describe('that has a sign-in of its own', () => {
    const features = ['standard:connect', 'solana:signMessage', 'solana:signIn'];

    it('has it write and sign the text for the site, and sends what it signed', async () => {
      const wallet = installWallet('Test', { features });
      await press();
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
      expect(wallet.signed).toHaveLength(1);
      const { message, ...rest } = sent.at(-1)?.body as { message: string };
      expect(message).toBe(new TextDecoder().decode(wallet.signed[0]));
      expect(message).toContain(
        `likewell.test wants you to sign in with your Solana account:\n${wallet.address}\n`,
      );
      expect(rest).toEqual({ address: wallet.address, signature: bs58.encode(wallet.signature), ref: null });
      expect(sent.filter(({ path }) => path === '/api/auth/wallet-nonce')).toHaveLength(1);
    });

    it('needs nothing else of it', async () => {
      installWallet('Test', { features: ['standard:connect', 'solana:signIn'] });
      await press();
      await waitFor(() => expect(getSession().token).toBe('secret'));
    });

    it.each([
      'The domain does not match.',
      'This domain is not supported.',
      'User rejected the request.',
      'Unsupported chain',
    ])(
      "shows what it says, such as of a page that is not the site, and asks for nothing else: '%s'",
      async (text) => {
        const wallet = installWallet('Test', { features });
        wallet.rejectSignIn = new Error(text);
        await press();
        expect(await alertText()).toBe(text);
        expect(wallet.connects).toBe(0);
        expect(wallet.signed).toHaveLength(0);
      },
    );

    it.each([
      new Error('Method not implemented.'),
      new Error('signIn not implemented by adapter'),
      new Error('Unsupported method: solana_signIn'),
      { code: 4200, message: 'The Provider does not support the requested method.' },
      { code: -32_601, message: '' },
      'Method is not supported',
    ])('has it sign the text where that is announced and there is none: %o', async (rejection) => {
      const wallet = installWallet('Test', { features });
      wallet.rejectSignIn = rejection;
      await press();
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
      expect(wallet.signed.map((text) => new TextDecoder().decode(text))).toEqual([TEXT]);
      expect(sent.at(-1)?.body).toMatchObject({ address: wallet.address, message: TEXT });
    });

    it('gives it the text to sign where the server sends no more than that', async () => {
      const wallet = installWallet('Test', { features });
      responses['/api/auth/wallet-nonce'] = json(200, { message: TEXT });
      await press();
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
      expect(new TextDecoder().decode(wallet.signed[0])).toBe(TEXT);
    });
  });

  it('asks once more at a later press, and then for one signature, where the wallet did not respond', async () => {
    const wallet = installWallet('Test');
    const approve = hold(wallet);
    await press();
    await waitFor(() => expect(wallet.connects).toBe(1));
    vi.setSystemTime(Date.now() + 2000);
    await pressWallet(userEvent.setup());
    await waitFor(() => expect(wallet.connects).toBe(2));
    approve();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(wallet.signed).toHaveLength(1);
  });

  it.each([
    ['the button', 'Continue with a wallet', []],
    ['a wallet of the list', 'Test', ['Second']],
  ])('asks for one signature at a double press of %s', async (_what, name, others) => {
    const wallet = installWallet('Test', { features: ['standard:connect', 'solana:signIn'] });
    others.forEach((other) => installWallet(other));
    const approve = hold(wallet);
    open('login');
    const person = userEvent.setup();
    if (others.length > 0) await pressWallet(person);
    await person.dblClick(await screen.findByRole('button', { name }));
    approve();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(wallet.signed).toHaveLength(1);
  });

  it('asks the other wallet of the list, however soon it is pressed', async () => {
    const wallet = installWallet('Test');
    const second = installWallet('Second');
    hold(wallet);
    open('login');
    const person = userEvent.setup();
    await pressWallet(person);
    await person.click(await screen.findByRole('button', { name: 'Test' }));
    await person.click(screen.getByRole('button', { name: 'Second' }));
    await waitFor(() => expect(second.connects).toBe(1));
    expect(wallet.signed).toHaveLength(0);
  });

  it('lists several wallets, none of them of another chain, and takes the chosen one', async () => {
    installWallet('First');
    const second = installWallet('Second');
    installWallet('Other chain', { chains: ['eip155:1'] });
    const person = await press();
    await screen.findByRole('list', { name: 'Choose a wallet' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'First',
      'Second',
    ]);
    expect(sent.map(({ path }) => path)).toEqual(['/settings.json']);
    await person.click(screen.getByRole('button', { name: 'Second' }));
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect((sent.at(-1)?.body as { address: string }).address).toBe(second.address);
  });

  it("says 'Wallet not found' without one [8.login-wallet-not-found]", async () => {
    await press();
    expect(await alertText()).toBe('Wallet not found');
    expect(sent.map(({ path }) => path)).toEqual(['/settings.json']);
  });

  it.each([
    [new Error('User rejected the request.'), 'User rejected the request.'],
    [new Error(''), 'Error'],
    [{ code: 4001, message: 'The user rejected the request.' }, 'The user rejected the request.'],
    [{ code: 4001 }, 'Error'],
    ['User denied', 'User denied'],
    ['', 'Error'],
  ])("shows what the wallet says, or 'Error', and can be tried again", async (rejection, text) => {
    const wallet = installWallet('Test');
    wallet.reject = rejection;
    const person = await press();
    expect(await alertText()).toBe(text);
    wallet.reject = null;
    await person.click(screen.getByRole('button', { name: 'Continue with a wallet' }));
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
  });

  it('shows the sentence of the server', async () => {
    installWallet('Test');
    responses['/api/auth/login-wallet'] = json(401, { error: 'The wallet did not prove who you are.' });
    await press();
    expect(await alertText()).toBe('The wallet did not prove who you are.');
    expect(getSession().token).toBeNull();
  });

  it('tells of a wallet that cannot sign messages, or shares no account', async () => {
    installWallet('Mute', { features: ['standard:connect'] });
    await press();
    expect(await alertText()).toBe('Mute cannot sign messages. Please use another wallet.');
  });

  it('does not take a page for settings, nor offer a Dev wallet that nobody set up', async () => {
    responses['/settings.json'] = () => new Response('<!doctype html>', { status: 200 });
    await press();
    expect(await alertText()).toBe('Wallet not found');
  });
});

it('a wallet that is registered late is found too', async () => {
  await press();
  expect(await alertText()).toBe('Wallet not found');
  installWallet('Late');
  await userEvent.click(screen.getByRole('button', { name: 'Continue with a wallet' }));
  await waitFor(() => expect(onClosed).toHaveBeenCalled());
});
