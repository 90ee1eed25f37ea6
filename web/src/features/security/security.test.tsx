import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { saveSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { mary, signInAs, tom } from '../../test-members';
import { installWallet, uninstallWallets } from '../../test-wallet';
import { MethodsSection } from './methods-section';
import { SessionsSection } from './sessions-section';
import { TipLimitSection } from './tip-limit-section';
import { TrailSection } from './trail-section';

const at = '2026-11-24T12:00:00.000Z';
const responses = new Map<string, unknown[]>();
const sent: { call: string; body: unknown; signal: AbortSignal }[] = [];

/**
 * Sets the responses to the calls of this method and path, one after the other; the last one is repeated. A
 * number is the status of a failure.
 */
const respond = (call: string, ...bodies: unknown[]) => responses.set(call, bodies);

signInAs(mary);
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    (path: string, { method, body, signal }: Pick<Request, 'method' | 'signal'> & { body?: string }) => {
      const call = `${method} ${path}`;
      sent.push({ call, body: body === undefined ? null : JSON.parse(body), signal });
      const bodies = responses.get(call) ?? [];
      const found = bodies.length > 1 ? bodies.shift() : bodies[0];
      const status = typeof found === 'number' ? found : found ? 200 : 404;
      return Promise.resolve(new Response(JSON.stringify(status === 200 ? found : {}), { status }));
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  responses.clear();
  sent.length = 0;
});

function open(section: ReactElement) {
  render(section, { wrapper: inPage() });
  return userEvent.setup();
}

describe('devices', () => {
  const session = { method: 'password', created_at: at, last_used_at: at, this_network: true };
  const here = { ...session, id: 1, device: 'firefox on linux', this_session: true };
  const there = { ...session, id: 2, device: 'safari on ios', this_session: false, this_network: false };
  const unknown = { ...session, id: 3, device: null, method: null, this_session: false, this_network: null };

  it('are told with their browser and whether here, and all but this one can be logged out', async () => {
    respond('GET /api/users/me/sessions', { items: [here, there, unknown] }, { items: [here, unknown] });
    respond('DELETE /api/users/me/sessions/2', {});
    const person = open(<SessionsSection />);
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map((line) => within(line).queryByText(/^This device/) !== null)).toEqual([
      true,
      false,
      false,
    ]);
    expect(lines[1]?.textContent).toMatch(/^Safari on iOS.*with a password\u00A0· another network/);
    expect(lines[2]?.textContent).toMatch(/^Another browser/);
    expect(screen.getAllByRole('button', { name: /^Log out [AS]/ })).toHaveLength(2);
    await person.click(screen.getByRole('button', { name: 'Log out Safari on iOS' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  });

  it('are logged out once by two presses', async () => {
    respond('GET /api/users/me/sessions', { items: [here, there] }, { items: [here] });
    respond('DELETE /api/users/me/sessions', { ended: 1 });
    open(<SessionsSection />);
    const button = await screen.findByRole('button', { name: 'Log out all other devices' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(sent.filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
  });

  it('are logged out also where their list is not to be had', async () => {
    respond('GET /api/users/me/sessions', 400, { items: [here] });
    respond('DELETE /api/users/me/sessions', { ended: 1 });
    const person = open(<SessionsSection />);
    await screen.findByText('This could not be loaded.');
    await person.click(screen.getByRole('button', { name: 'Log out all other devices' }));
    expect(await screen.findAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /Log out/ })).toBeNull();
  });

  it.each(['Log out Safari on iOS', 'Log out all other devices'])(
    'are looked for after an unanswered press of %o',
    async (name) => {
      respond('GET /api/users/me/sessions', { items: [here, there] }, { items: [here] });
      respond('DELETE /api/users/me/sessions', 502);
      respond('DELETE /api/users/me/sessions/2', 502);
      const person = open(<SessionsSection />);
      await person.click(await screen.findByRole('button', { name }));
      expect(
        await screen.findByText('No answer came. Look at your devices before you try again.'),
      ).toBeTruthy();
      await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    },
  );

  it('that are logged out are in the list of what happened', async () => {
    const events = 'GET /api/users/me/security-events?cursor=';
    const event = { id: 1, kind: 'session-ended', detail: 'ended-by-member', count: 1, created_at: at };
    respond('GET /api/users/me/sessions', { items: [here, there] }, { items: [here] });
    respond('DELETE /api/users/me/sessions/2', {});
    respond(events, { items: [], nextCursor: null }, { items: [event], nextCursor: null });
    const person = open(
      <>
        <SessionsSection />
        <TrailSection />
      </>,
    );
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(events));
    await person.click(await screen.findByRole('button', { name: 'Log out Safari on iOS' }));
    expect(await screen.findByText('One device logged out from another device.')).toBeTruthy();
  });

  it('are logged out together, where there are others', async () => {
    respond('GET /api/users/me/sessions', { items: [here, there] }, { items: [here] });
    respond('DELETE /api/users/me/sessions', { ended: 1 });
    const person = open(<SessionsSection />);
    await person.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('ways to log in', () => {
  const password = { id: 1, provider: 'password', address: null, created_at: at };
  const wallet = { id: 2, provider: 'wallet', address: 'A'.repeat(44), created_at: at };
  const METHODS = 'GET /api/users/me/sign-in-methods';

  it('can be taken off, but for the only one, and only when asked for twice', async () => {
    respond(METHODS, { items: [password, wallet] }, { items: [password] });
    respond('DELETE /api/users/me/sign-in-methods/wallet/2', { ended: 0 });
    const person = open(<MethodsSection />);
    await person.click(await screen.findByRole('button', { name: `Remove Wallet ${wallet.address}` }));
    expect(sent).toHaveLength(1);
    expect(document.activeElement?.role).toBe('group');
    await person.tab();
    await person.keyboard('{Enter}');
    expect(document.activeElement?.ariaLabel).toBe(`Remove Wallet ${wallet.address}`);
    await person.keyboard('{Enter}');
    await person.click(within(screen.getByRole('group')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('show the two ends of a wallet’s address, and say the whole of it', async () => {
    respond(METHODS, { items: [password, wallet] });
    open(<MethodsSection />);
    const shown = await screen.findByTitle(wallet.address);
    expect(within(shown).getByText('AAAAAA…AAAAAA').ariaHidden).toBe('true');
    expect(within(shown).getByText(wallet.address)).toBeTruthy();
  });

  it('a password is added by who has none, and then no longer offered', async () => {
    respond(METHODS, { items: [wallet] }, { items: [wallet, password] });
    respond('POST /api/users/me/sign-in-methods/password', password);
    const person = open(<MethodsSection />);
    await person.type(await screen.findByLabelText('Password'), 'correct horse{Enter}');
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    expect(sent.map(({ body }) => body)).toContainEqual({ newPass: 'correct horse' });
  });

  it('a password that waits its turn to be hashed is waited for longer than the gateway does, which is 30 s', async () => {
    const call = 'POST /api/users/me/sign-in-methods/password';
    respond(METHODS, { items: [wallet] });
    respond(call, password);
    const person = open(<MethodsSection />);
    await person.type(await screen.findByLabelText('Password'), 'correct horse');
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: /^Add a password/ }));
    await vi.advanceTimersByTimeAsync(30_000);
    const signal = sent.find((request) => request.call === call)?.signal;
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(signal?.aborted).toBe(true);
  });
});

describe('a way to log in that is proved once another member is logged in', () => {
  const GONE = 'Another account is logged in by now. Please start again.';
  const added = () => sent.filter(({ call }) => call === 'POST /api/users/me/sign-in-methods');
  beforeEach(() => {
    respond('GET /api/users/me/sign-in-methods', { items: [] });
    respond('GET /settings.json', {});
    respond('GET /api/auth/wallet-nonce', { message: 'a text' });
  });
  afterEach(() => vi.restoreAllMocks());

  it('is not added for them: a wallet', async () => {
    const wallet = installWallet('Test');
    let answer: () => void = () => undefined;
    wallet.person = new Promise<void>((resolve) => (answer = resolve));
    const person = open(<MethodsSection />);
    await person.click(screen.getByRole('button', { name: 'Add a wallet' }));
    await waitFor(() => expect(wallet.connects).toBe(1));
    act(() => saveSession('another', tom));
    answer();
    expect(await screen.findByText(GONE)).toBeTruthy();
    expect(added()).toEqual([]);
    uninstallWallets();
  });

  it('is not added for them: an account at Google', async () => {
    const popup = { closed: false, close: vi.fn() } as unknown as Window;
    vi.spyOn(window, 'open').mockReturnValue(popup);
    const person = open(<MethodsSection />);
    await person.click(screen.getByRole('button', { name: 'Add Google' }));
    act(() => saveSession('another', tom));
    const message = { data: { proof: 'a-proof' }, source: popup, origin: location.origin };
    window.dispatchEvent(new MessageEvent('message', message));
    expect(await screen.findByText(GONE)).toBeTruthy();
    expect(added()).toEqual([]);
  });
});

describe('a way to log in of whose change no answer came', () => {
  const UNKNOWN = 'No answer came. Look at your ways to log in before you try again.';
  const METHODS = 'GET /api/users/me/sign-in-methods';
  const password = { id: 1, provider: 'password', address: null, created_at: at };
  const google = { ...password, id: 2, provider: 'google' };

  it('is looked for where it was added, by a wallet', async () => {
    installWallet('Test');
    respond(METHODS, { items: [password] }, { items: [password, google] });
    respond('GET /settings.json', {});
    respond('GET /api/auth/wallet-nonce', { message: 'a text' });
    respond('POST /api/users/me/sign-in-methods', 503);
    const person = open(<MethodsSection />);
    await person.click(screen.getByRole('button', { name: 'Add a wallet' }));
    expect(await screen.findByText(UNKNOWN)).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    uninstallWallets();
  });

  it('was not added where none came before the wallet signed', async () => {
    installWallet('Test');
    respond(METHODS, { items: [password] });
    respond('GET /settings.json', {});
    respond('GET /api/auth/wallet-nonce', 502);
    const person = open(<MethodsSection />);
    await person.click(screen.getByRole('button', { name: 'Add a wallet' }));
    expect(await screen.findByText('No answer came. Please try again.')).toBeTruthy();
    uninstallWallets();
  });

  it('is looked for where it was added, by Google', async () => {
    const popup = { closed: false, close: vi.fn() } as unknown as Window;
    const opened = vi.spyOn(window, 'open').mockReturnValue(popup);
    respond(METHODS, { items: [password] }, { items: [password, google] });
    respond('POST /api/users/me/sign-in-methods', 504);
    const person = open(<MethodsSection />);
    await person.click(screen.getByRole('button', { name: 'Add Google' }));
    const message = { data: { proof: 'a-proof' }, source: popup, origin: location.origin };
    window.dispatchEvent(new MessageEvent('message', message));
    expect(await screen.findByText(UNKNOWN)).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    opened.mockRestore();
  });

  it('is looked for where it was removed', async () => {
    respond(METHODS, { items: [password, google] });
    respond('DELETE /api/users/me/sign-in-methods/google/2', 503);
    const person = open(<MethodsSection />);
    await person.click(await screen.findByRole('button', { name: 'Remove Google' }));
    await person.click(within(screen.getByRole('group')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(UNKNOWN)).toBeTruthy();
  });
});

describe('the limit of tips', () => {
  it('is shown, saved as typed, and none when the field is empty', async () => {
    respond('GET /api/users/me/tip-limit', { limit: 5.5, limitNano: '5500000000' });
    respond('PUT /api/users/me/tip-limit', { limit: null, limitNano: null });
    const person = open(<TipLimitSection />);
    const field = await screen.findByLabelText<HTMLInputElement>('Ask me above, in LIKE');
    expect(field.value).toBe('5.5');
    await person.clear(field);
    await person.click(screen.getByRole('button', { name: /Save/ }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ limit: null });
    expect(screen.getByLabelText<HTMLInputElement>('Ask me above, in LIKE').value).toBe('');
  });

  it('is to be saved again after a try without an answer', async () => {
    respond('GET /api/users/me/tip-limit', { limit: 5, limitNano: '5000000000' });
    respond('PUT /api/users/me/tip-limit', 504);
    const person = open(<TipLimitSection />);
    await person.type(await screen.findByLabelText('Ask me above, in LIKE'), '0{Enter}');
    expect(await screen.findByText('No answer came. Please try again.')).toBeTruthy();
  });

  it('is said to be saved no longer once another one is typed', async () => {
    respond('GET /api/users/me/tip-limit', { limit: 5, limitNano: '5000000000' });
    respond('PUT /api/users/me/tip-limit', { limit: 5, limitNano: '5000000000' });
    const person = open(<TipLimitSection />);
    const field = await screen.findByLabelText<HTMLInputElement>('Ask me above, in LIKE');
    await person.clear(field);
    await person.type(field, '05{Enter}');
    expect(await screen.findByText('Saved.')).toBeTruthy();
    await person.type(field, '0');
    expect(screen.queryByText('Saved.')).toBeNull();
  });

  it('is typed with the decimal sign of any region, and sent to its last digit', async () => {
    respond('GET /api/users/me/tip-limit', { limit: 0.123456, limitNano: '123456789' });
    respond('PUT /api/users/me/tip-limit', { limit: 1.000001, limitNano: '1000001000' });
    const person = open(<TipLimitSection />);
    const field = await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Ask me above, in LIKE' });
    expect(field.value).toBe('0.123456789');
    await person.clear(field);
    await person.type(field, '1.000001{Enter}');
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ limit: '1.000001' });
    expect(document.activeElement?.tagName).toBe('INPUT');
  });

  it.each([
    ['.5', '0.5'],
    ['05', '5'],
  ])('that is typed as %s is sent as %s', async (typed, limit) => {
    respond('GET /api/users/me/tip-limit', { limit: null, limitNano: null });
    respond('PUT /api/users/me/tip-limit', { limit: Number(limit), limitNano: `${Number(limit) * 1e9}` });
    const person = open(<TipLimitSection />);
    await person.type(await screen.findByLabelText('Ask me above, in LIKE'), `${typed}{Enter}`);
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ limit });
  });

  it('is not taken off by a text that the browser takes for no number', async () => {
    respond('GET /api/users/me/tip-limit', { limit: 5.5, limitNano: '5500000000' });
    const person = open(<TipLimitSection />);
    const field = await screen.findByLabelText<HTMLInputElement>('Ask me above, in LIKE');
    await person.clear(field);
    // The state of the field after "12.5-", which jsdom does not simulate.
    field.setCustomValidity('Enter a number.');
    await person.click(screen.getByRole('button', { name: /Save/ }));
    expect(sent.map(({ call }) => call)).toEqual(['GET /api/users/me/tip-limit']);
  });
});

it('what happened is read again by who comes back to it', async () => {
  const events = 'GET /api/users/me/security-events?cursor=';
  const login = { id: 1, kind: 'signed-in', detail: null, method: 'password', count: 1, created_at: at };
  respond(events, { items: [], nextCursor: null }, { items: [login], nextCursor: null });
  const wrapper = inPage(makeQueryClient());
  const { unmount } = render(<TrailSection />, { wrapper });
  await waitFor(() => expect(sent).toHaveLength(1));
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  render(<TrailSection />, { wrapper });
  expect(await screen.findByText('You logged in with a password.')).toBeTruthy();
});

it('what happened is told in sentences, page by page, also of a kind that this page does not know', async () => {
  const event = { created_at: at, detail: null, method: 'password', count: 1, done_by: 'member' };
  const place = { this_network: true, this_device: false };
  const kinds = [
    { kind: 'signed-in' },
    { kind: 'sign-in-failed', detail: 'wrong-credentials', count: 4 },
    { kind: 'password-change-failed', detail: 'wrong-credentials', count: 2 },
    { kind: 'password-change-failed', detail: 'wrong-credentials' },
    { kind: 'session-ended', detail: 'ended-by-member', count: 2 },
    { kind: 'session-ended', detail: 'logged-out' },
    { kind: 'session-ended', detail: 'logged-out', done_by: 'system' },
    { kind: 'verification-changed', detail: 'withdrawn' },
    { kind: 'verification-changed', detail: 'withdrawn', done_by: 'operator' },
    { kind: 'a-kind-of-tomorrow' },
  ];
  const items = kinds.map((each, id) => ({ ...event, ...place, ...each, id }));
  respond('GET /api/users/me/security-events?cursor=', { items, nextCursor: 'next' });
  respond('GET /api/users/me/security-events?cursor=next', {
    items: [{ ...event, ...place, id: 11, kind: 'registered', method: 'wallet' }],
    nextCursor: null,
  });
  const person = open(<TrailSection />);
  await person.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(11));
  for (const sentence of [
    'You logged in with a password.',
    '4 logins failed within an hour, the last one with a password: the password was wrong.',
    '2 attempts to change the password failed within an hour.',
    'One attempt to change the password failed.',
    '2 devices logged out from another device.',
    'One device logged out.',
    'One device logged out because too many were logged in.',
    'The verified badge was lost with the former username.',
    'The verified badge was taken away.',
    'a-kind-of-tomorrow',
    'You joined Likewell with a wallet.',
  ])
    expect(screen.getByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/\.another browser\u00A0· \w/);
});
