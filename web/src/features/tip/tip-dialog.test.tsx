import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { useNotices } from '../../shared/notices/notice-store';
import { getSession, saveSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { signInAs, tom as member } from '../../test-members';
import { testPost } from '../../test-post';
import { watchRegions } from '../../test-regions';
import { TipDialog } from './tip-dialog';

const tom = { ...member, tokens: 100, tokensNano: '100000000000' };
const sent = { id: 7, tokens: 98.5, tokensNano: '98500000000', likes_sum: 1.5, likesSumNano: '1500000000' };

const onClosed = vi.fn();
const likes = () => fetchMock.mock.calls.filter(([url]) => (url as string).endsWith('/like'));
const keys = () => likes().map(([, init]) => new Headers(init?.headers).get('idempotency-key'));

function open() {
  const person = userEvent.setup();
  const client = makeQueryClient();
  // The price is cached and fresh, so that the page only makes the requests of the tip.
  client.setQueryData(['price'], 0.0125);
  const dialog = <TipDialog post={testPost} opener={null} onClosed={onClosed} />;
  const { unmount } = render(dialog, { wrapper: inPage(client) });
  return { person, unmount };
}

async function openAndType(amount: string) {
  const { person, unmount } = open();
  const field = await screen.findByRole('spinbutton', { name: 'Amount of LIKE' });
  await person.clear(field);
  if (amount) await person.type(field, amount);
  return { person, field, unmount, send: () => person.type(field, '{Enter}') };
}

signInAs(tom);
afterEach(() => {
  onClosed.mockReset();
});

describe('sending tokens (spec, sections 4, 7 and 8)', () => {
  it('sends the amount as a number, takes over the balance, reads the post again and closes', async () => {
    respond(200, sent);
    respond(200, { ...testPost, likes_sum: 1.5, likesSumNano: '1500000000' });
    const { send } = await openAndType('1.5');
    await send();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(likes()[0]?.[1]?.body).toBe('{"amount":1.5}');
    expect(fetchMock.mock.calls[1]?.[0]).toBe('/api/posts/7');
    expect(getSession().user).toMatchObject({ tokens: 98.5, tokensNano: '98500000000' });
  });

  it.each([
    ['.5', '{"amount":0.5}'],
    ['05', '{"amount":5}'],
  ])('sends a typed %s as %s', async (amount, body) => {
    respond(200, sent);
    respond(200, testPost);
    const { send } = await openAndType(amount);
    await send();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(likes()[0]?.[1]?.body).toBe(body);
  });

  it.each(['', '0', '100.000001', '1.0000001'])(
    "says 'Invalid amount' to %o and sends nothing",
    async (amount) => {
      const { send } = await openAndType(amount);
      await send();
      expect((await screen.findByRole('alert')).textContent).toBe('Invalid amount');
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );

  it("gives the focus to the field, which 'Invalid amount' describes, also when Send is pressed again", async () => {
    const { person, field } = await openAndType('0');
    for (const time of ['at first', 'again']) {
      await person.click(screen.getByRole('button', { name: /Sending/ }));
      expect(screen.getByRole('spinbutton', { description: 'Invalid amount' }), time).toBe(field);
      expect(field.matches(':focus'), time).toBe(true);
    }
  });

  it("shows the server's sentence and begins a new intent after a rejection [8.tip-error]", async () => {
    respond(422, { error: 'You do not have enough LIKE for this tip. Choose a smaller amount.' });
    const { send } = await openAndType('5');
    await send();
    expect((await screen.findByRole('alert')).textContent).toContain('You do not have enough LIKE');
    respond(409, { error: 'You cannot tip your own post.' });
    await send();
    await waitFor(() => expect(likes()).toHaveLength(2));
    expect(new Set(keys()).size).toBe(2);
  });

  it('says when no response came that it asks, asks with the same key, and closes on the response', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const { send } = await openAndType('5');
    respond(503, { error: 'Likewell is not answering right now.', code: 'UNAVAILABLE' });
    respond(200, sent);
    respond(200, testPost);
    await send();
    expect(await screen.findByText(/No answer yet/)).toBeTruthy();
    await waitFor(() => expect(onClosed).toHaveBeenCalled(), { timeout: 10_000 });
    expect(likes()).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    expect(getSession().user?.tokens).toBe(98.5);
  });

  it('says so in a region that was there before, so that it is read out', async () => {
    const { send } = await openAndType('5');
    const isReadOut = watchRegions();
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await send();
    await isReadOut('No answer yet.');
  });

  it('says at once that it asks for a tip that is sent again after its dialog was closed, and alone tells its outcome', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const answer = respondLater();
    const first = await openAndType('5');
    await first.send();
    expect(await screen.findByText('No answer yet.')).toBeTruthy();
    first.unmount();
    const { send } = await openAndType('5');
    await send();
    expect(await screen.findByText('No answer yet.')).toBeTruthy();
    respond(200, testPost);
    answer(200, sent);
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(renderHook(useNotices).result.current).toEqual([]);
    expect(likes()).toHaveLength(2);
    expect(new Set(keys()).size).toBe(1);
  });

  it.each([
    [500, { error: 'Something broke on our side.', code: 'INTERNAL' }, 'Something broke on our side.'],
    [500, {}, 'Error'],
    [200, 'the page of a network that one has to log in to', 'Error'],
  ])("shows what a server said, %i %o, while it asks: '%s' [8.tip-error]", async (status, body, text) => {
    respond(status, body);
    const { send } = await openAndType('5');
    respond(200, sent);
    respond(200, testPost);
    await send();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(/Likewell keeps checking whether your tip was sent/)).toBeTruthy();
    expect(screen.queryByText(/No answer yet/)).toBeNull();
    await waitFor(() => expect(onClosed).toHaveBeenCalled(), { timeout: 10_000 });
    expect(new Set(keys()).size).toBe(1);
  });

  it.each([
    [503, 'PAUSED'],
    [503, 'ACCOUNT_NOT_OPEN'],
    [503, 'AUTHOR_ACCOUNT_NOT_OPEN'],
    [429, 'RATE_LIMITED'],
  ])('takes a %i of %s for what it is: nothing was moved', async (status, code) => {
    respond(status, { error: 'Not now.', code });
    const { send } = await openAndType('5');
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('Not now.');
    expect(likes()).toHaveLength(1);
  });

  it('sends once for a double Enter', async () => {
    fetchMock.mockImplementation(() => new Promise(() => undefined));
    const { person, field } = await openAndType('5');
    await person.type(field, '{Enter}{Enter}');
    await waitFor(() => expect(likes()).toHaveLength(1));
  });

  it("says 'Failed to update likes' when the post cannot be read again, and offers no second sending [8.update-likes]", async () => {
    respond(200, sent);
    respond(503, {});
    const { send } = await openAndType('1.5');
    const isReadOut = watchRegions();
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update likes');
    await isReadOut('Your tokens were sent.');
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    expect(getSession().user?.tokens).toBe(98.5);
  });

  it('offers the way to LIKE in place of an amount where the balance is less than the smallest tip', async () => {
    saveSession('secret', { ...tom, tokens: 0, tokensNano: '700' });
    open();
    expect(await screen.findByRole('link', { name: 'Deposit LIKEs' })).toBeTruthy();
    expect(screen.queryByRole('spinbutton')).toBeNull();
  });

  it('offers the minimum, the step and the balance of the spec [5.tip-decimals] [9.minimum-tip]', async () => {
    const { field } = await openAndType('1');
    expect(field.getAttribute('min')).toBe('0.000001');
    expect(field.getAttribute('step')).toBe('0.000001');
    expect(field.getAttribute('max')).toBe('100');
  });
});

describe('choosing an amount', () => {
  it('offers four at one press, and not those that the balance does not cover', async () => {
    saveSession('secret', { ...tom, tokensNano: '9000000000' });
    const { person, field } = await openAndType('2');
    const presets = within(screen.getByRole('group', { name: 'Amounts' })).getAllByRole('button');
    expect(presets.map((preset) => preset.textContent)).toEqual(['1', '5', '10', '50']);
    expect(presets.map((preset) => preset.matches(':disabled'))).toEqual([false, false, true, true]);
    await person.click(screen.getByRole('button', { name: '5 LIKE' }));
    expect((field as HTMLInputElement).value).toBe('5');
    expect(screen.getByRole('button', { name: '5 LIKE', pressed: true })).toBeTruthy();
    await person.clear(field);
    await person.type(field, '01');
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('1');
  });

  it('says what it is worth and what the author gets', async () => {
    await openAndType('5');
    expect(screen.getByText(/gets/).textContent).toBe('≈ $0.06\u00A0· mary gets 3.50');
  });

  it('says that more than half of the balance would go; Enter alone does not send it, Send does', async () => {
    fetchMock.mockImplementation(() => new Promise(() => undefined));
    const { person, field, send } = await openAndType('50');
    const sentence = () => screen.queryByText(/more than half of your balance/);
    expect(sentence()).toBeNull();
    await person.clear(field);
    await person.type(field, '50.000001');
    expect(sentence()).not.toBeNull();
    await send();
    expect(likes()).toHaveLength(0);
    await person.click(screen.getByRole('button', { name: /Sending/ }));
    await waitFor(() => expect(likes()).toHaveLength(1));
  });

  it('has no amount at a balance of 0, but the way to Deposit', async () => {
    saveSession('secret', { ...tom, tokens: 0, tokensNano: '0' });
    open();
    const way = await screen.findByRole('link', { name: 'Deposit LIKEs' });
    expect(way.getAttribute('href')).toBe('/wallet');
    expect(screen.queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('has none at an unknown balance, which is not said to be 0, until the balance is known', async () => {
    saveSession('secret', { ...tom, tokens: 0, tokensNano: '0', tokens_unknown: true });
    open();
    const description = /^Your balance cannot be read right now/;
    expect(await screen.findByRole('dialog', { description })).toBeTruthy();
    expect(screen.queryByText(/0 LIKE/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Deposit LIKEs' })).toBeNull();
    act(() => saveSession('secret', tom));
    expect(await screen.findByRole('spinbutton', { name: 'Amount of LIKE' })).toBeTruthy();
  });
});
