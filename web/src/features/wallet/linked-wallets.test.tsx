import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { getSession, saveSession } from '../../shared/session/session-store';
import { inClient } from '../../test-client';
import { mary, signInAs, tom } from '../../test-members';
import { pressAndConfirm } from '../../test-question';
import { watchRegions } from '../../test-regions';
import { installWallet, uninstallWallets } from '../../test-wallet';
import { LinkedWallets } from './linked-wallets';

const PROOF = 'POST /api/wallet/proofs';
const CLAIM = 'POST /api/wallet/claims';
const LINK = 'POST /api/wallet/links';
const UNLINK = () => `DELETE /api/wallet/links/${wallet.address}`;
const LINKS_UNKNOWN = 'No answer came. Look at your linked wallets before you try again.';
const never = new Promise<never>(() => undefined);
const json = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));

const sent: string[] = [];
let responses: Record<string, () => Promise<Response>>;
let wallet: ReturnType<typeof installWallet>;

signInAs(mary);
beforeEach(() => {
  const claimed = { amount: 4, amountNano: '4000000000', tokens: 4, tokensNano: '4000000000' };
  responses = {
    'GET /settings.json': () => json({}),
    'GET /api/wallet/links': () => json({ items: [] }),
    [PROOF]: () => json({ message: 'a text' }),
    [CLAIM]: () => json(claimed),
    [LINK]: () => json({ address: wallet.address, linked_at: '2026-11-24T12:00:00.000Z' }),
  };
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: { method?: string } = {}) => {
    sent.push(`${method} ${path}`);
    return responses[`${method} ${path}`]?.() ?? Promise.resolve(new Response('{}', { status: 404 }));
  });
  wallet = installWallet('Test');
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
  uninstallWallets();
});

const open = (client = makeQueryClient()) => render(<LinkedWallets />, { wrapper: inClient(client) });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const connected = (times: number) => waitFor(() => expect(wallet.connects).toBe(times));
const count = (call: string) => sent.filter((made) => made === call).length;

it('a member without a linked wallet is told so, once it is known', async () => {
  open();
  expect(screen.queryByText('No wallet is linked yet.')).toBeNull();
  expect(await screen.findByText('No wallet is linked yet.')).toBeTruthy();
});

it('a member is told who cannot claim and what to do then, and nothing of a memo, which the page never shows', () => {
  open();
  expect(screen.getByText(/withdraw to a wallet of your own first/)).toBeTruthy();
  expect(screen.queryByText(/memo/)).toBeNull();
});

it('that a wallet is waited for is read out', async () => {
  wallet.person = never;
  open();
  const isReadOut = watchRegions();
  press('Claim a deposit');
  await isReadOut('Waiting for your wallet');
});

it('a wallet that does not answer is asked anew by another press, also for something else', async () => {
  wallet.person = never;
  open();
  press('Link a wallet');
  await connected(1);
  press('Link a wallet');
  await connected(2);
  wallet.person = Promise.resolve();
  press('Claim a deposit');
  expect(await screen.findByText('4 LIKE is in your balance.')).toBeTruthy();
});

it.each([
  ['Link a wallet', 'Claim a deposit'],
  ['Claim a deposit', 'Link a wallet'],
])('"%s" tells that there are wallets to choose from, and "%s" does not', async (name, other) => {
  installWallet('Other');
  open();
  press(name);
  await screen.findByRole('list', { name: 'Choose a wallet' });
  expect(screen.getByRole('button', { name, expanded: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: other, expanded: false })).toBeTruthy();
});

it('the text of a second press is asked for after that of the first has come, which would otherwise outdate it', async () => {
  const answers: (() => void)[] = [];
  responses[PROOF] = () =>
    new Promise((resolve) =>
      answers.push(() => resolve(new Response(JSON.stringify({ message: 'a text' })))),
    );
  open();
  press('Claim a deposit');
  await waitFor(() => expect(answers).toHaveLength(1));
  press('Claim a deposit');
  await connected(2);
  expect(count(PROOF)).toBe(1);
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  await screen.findByText(/4 LIKE is in your balance/);
  expect(count(CLAIM)).toBe(1);
});

it.each(['Link a wallet', 'Claim a deposit'])(
  "what a wallet signs late counts no more once '%s' was pressed again",
  async (name) => {
    let answer: () => void = () => undefined;
    wallet.person = new Promise<void>((resolve) => (answer = resolve));
    open();
    press('Claim a deposit');
    await connected(1);
    press(name);
    await connected(2);
    answer();
    await screen.findByText(/is linked\.|is in your balance\./);
    expect(wallet.signed).toHaveLength(1);
    expect(count(CLAIM) + count(LINK)).toBe(1);
  },
);

it('what one member has claimed is not the balance of the next', async () => {
  let respond: (response: Response) => void = () => undefined;
  const { [CLAIM]: found } = responses;
  responses[CLAIM] = () => new Promise((resolve) => (respond = resolve));
  open();
  press('Claim a deposit');
  await waitFor(() => expect(count(CLAIM)).toBe(1));
  // Another tab of the browser.
  act(() => saveSession('another', tom));
  respond((await found?.()) ?? new Response());
  await waitFor(() => expect(count('GET /api/auth/me')).toBe(1));
  expect(getSession()).toEqual({ token: 'another', user: tom });
});

it.each(['Link a wallet', 'Claim a deposit'])(
  "a wallet that answers to '%s' once another member is logged in signs nothing for them",
  async (name) => {
    let answer: () => void = () => undefined;
    wallet.person = new Promise<void>((resolve) => (answer = resolve));
    open();
    press(name);
    await connected(1);
    act(() => saveSession('another', tom));
    answer();
    expect(await screen.findByText('Another account is logged in by now. Please start again.')).toBeTruthy();
    expect([count(PROOF), count(LINK), count(CLAIM), wallet.signed]).toEqual([0, 0, 0, []]);
  },
);

it('a claim without an answer says so, and the balance is read again', async () => {
  responses[CLAIM] = () => Promise.reject(new TypeError('Failed to fetch'));
  responses['GET /api/auth/me'] = () => json({ ...mary, tokens: 4, tokensNano: '4000000000' });
  open();
  press('Claim a deposit');
  expect(
    await screen.findByText('No answer came. Look at your balance before you claim again.'),
  ).toBeTruthy();
  await waitFor(() => expect(getSession().user?.tokensNano).toBe('4000000000'));
});

it('a link without an answer says where to look whether it was made', async () => {
  responses[LINK] = () => Promise.reject(new TypeError('Failed to fetch'));
  open();
  press('Link a wallet');
  expect(await screen.findByText(LINKS_UNKNOWN)).toBeTruthy();
});

it.each(['Link a wallet', 'Claim a deposit'])(
  "'%s' without an answer before the wallet signs has changed nothing, and is to be tried again",
  async (name) => {
    responses[PROOF] = () => Promise.reject(new TypeError('Failed to fetch'));
    open();
    press(name);
    expect(await screen.findByText('No answer came. Please try again.')).toBeTruthy();
  },
);

describe('once a wallet is unlinked', () => {
  beforeEach(() => {
    let isLinked = true;
    responses['GET /api/wallet/links'] = () =>
      json({ items: isLinked ? [{ address: wallet.address, linked_at: '2026-11-24T12:00:00.000Z' }] : [] });
    responses[UNLINK()] = () => {
      isLinked = false;
      return json({});
    };
  });
  const name = () => `Unlink ${wallet.address}`;
  async function unlink() {
    await screen.findByRole('button', { name: name() });
    pressAndConfirm(name());
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Wallets' })).toBeNull());
  }

  it('it was asked before whether it should be', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: name() }));
    expect(screen.getByRole('group', { name: `${name()}?` }).matches(':focus')).toBe(true);
    press('Keep');
    expect(count(UNLINK())).toBe(0);
    await unlink();
    expect(count(UNLINK())).toBe(1);
  });

  it('nothing says any more that it is linked', async () => {
    open();
    press('Link a wallet');
    await screen.findByText(/is linked\./);
    await unlink();
    expect(screen.queryByText(/is linked\./)).toBeNull();
  });

  it('the focus is at the heading of the list', async () => {
    open();
    (await screen.findByRole('button', { name: name() })).focus();
    await unlink();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Linked wallets'));
  });

  it('the error of a proof before that is gone', async () => {
    wallet.reject = new Error('User rejected the request.');
    open();
    press('Link a wallet');
    await screen.findByText('User rejected the request.');
    await unlink();
    expect(screen.queryByText('User rejected the request.')).toBeNull();
  });

  describe('without an answer', () => {
    beforeEach(() => {
      const { [UNLINK()]: unlinked } = responses;
      responses[UNLINK()] = () => {
        void unlinked?.();
        return Promise.reject(new TypeError('Failed to fetch'));
      };
    });

    it('the list shows whether it worked, and the sentence sends there', async () => {
      open();
      await unlink();
      expect(await screen.findByText(LINKS_UNKNOWN)).toBeTruthy();
    });

    it('that is said no longer once another wallet is linked', async () => {
      open();
      await unlink();
      await screen.findByText(LINKS_UNKNOWN);
      press('Link a wallet');
      await screen.findByText(/is linked\./);
      expect(screen.queryByText(LINKS_UNKNOWN)).toBeNull();
    });
  });

  it('a claim that was under way meanwhile tells its outcome', async () => {
    let respond: (response: Response) => void = () => undefined;
    const { [CLAIM]: found } = responses;
    responses[CLAIM] = () => new Promise((resolve) => (respond = resolve));
    open();
    press('Claim a deposit');
    await waitFor(() => expect(count(CLAIM)).toBe(1));
    await unlink();
    respond((await found?.()) ?? new Response());
    expect(await screen.findByText('4 LIKE is in your balance.')).toBeTruthy();
  });
});

it('a press while the server looks for what is claimed does nothing, also on a screen that was opened anew', async () => {
  let respond: (response: Response) => void = () => undefined;
  const { [CLAIM]: found } = responses;
  responses[CLAIM] = () => new Promise((resolve) => (respond = resolve));
  const client = makeQueryClient();
  const { unmount } = open(client);
  press('Claim a deposit');
  await waitFor(() => expect(count(CLAIM)).toBe(1));
  press('Claim a deposit');
  unmount();
  open(client);
  press('Claim a deposit');
  respond((await found?.()) ?? new Response());
  await waitFor(() => expect(count('GET /api/auth/me')).toBe(1));
  expect(wallet.connects).toBe(1);
  press('Claim a deposit');
  await connected(2);
});
