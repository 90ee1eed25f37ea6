import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { saveSession } from '../../shared/session/session-store';
import { inClient } from '../../test-client';
import { mary, signInAs, tom } from '../../test-members';
import { pressAndConfirm } from '../../test-question';
import { forgetCodes, recordCurrentSet, storeFreshCodes } from './fresh-codes-store';
import { addPasskey } from './keys.api';
import { KeysSection } from './keys-section';

const makePasskey = vi.hoisted(() => vi.fn());
vi.mock('../../shared/passkeys/passkey', async (original) => ({ ...(await original()), makePasskey }));

const KEYS = 'GET /api/users/me/keys';
const MAKE_CODES = 'POST /api/users/me/recovery-codes';
const passkey = { id: 3, name: 'Phone', created_at: '2026-11-24T12:00:00.000Z', last_used_at: null };
const keys = { totp: true, recovery_codes_left: 4, passkeys: [passkey] };
const json = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));

const sent: string[] = [];
let respond: (call: string) => Promise<Response>;

signInAs(mary);
beforeEach(() => {
  respond = (call) => json(call === KEYS ? keys : { recoveryCodes: ['first-code', 'second-code'] });
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    sent.push(`${method} ${path}`);
    return respond(`${method} ${path}`);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
});

async function open() {
  const client = makeQueryClient();
  const { unmount } = render(<KeysSection />, { wrapper: inClient(client) });
  await screen.findByText('4 of 10 recovery codes left.');
  return { unmount, client };
}
const shownCodes = () => screen.findByRole('list', { name: 'Recovery codes' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it.each(['Make new recovery codes', 'Remove Phone', 'Remove app'])(
  "two presses of '%s' are one call",
  async (name) => {
    await open();
    pressAndConfirm(name, 2);
    await waitFor(() => expect(sent.at(-1)).toBe(KEYS));
    expect(sent.filter((call) => call !== KEYS)).toHaveLength(1);
  },
);

it.each(['Make new recovery codes', 'Remove Phone', 'Remove app'])(
  "one press of '%s' changes nothing: it asks",
  async (name) => {
    await open();
    press(name);
    expect(screen.getByRole('group', { name: `${name}?` }).matches(':focus')).toBe(true);
    press('Keep');
    expect(screen.getByRole('button', { name }).matches(':focus')).toBe(true);
    expect(sent).toEqual([KEYS]);
  },
);

it('while a passkey is being removed its line neither offers to keep it nor asks again', async () => {
  await open();
  respond = () => new Promise(() => undefined);
  pressAndConfirm('Remove Phone');
  const button = screen.getByRole('button', { name: 'Remove Phone' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  press('Remove Phone');
  expect(screen.queryByRole('group')).toBeNull();
});

it('a question about a passkey stays open while another passkey is being removed', async () => {
  respond = (call) =>
    call === KEYS
      ? json({ ...keys, passkeys: [passkey, { ...passkey, id: 4, name: 'Laptop' }] })
      : new Promise(() => undefined);
  await open();
  press('Remove Laptop');
  pressAndConfirm('Remove Phone');
  const confirm = within(screen.getByRole('group', { name: 'Remove Laptop?' })).getByText('Remove');
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBe('true'));
  fireEvent.click(confirm);
  expect(screen.getByRole('group', { name: 'Remove Laptop?' })).toBeTruthy();
  expect(sent.filter((call) => call !== KEYS)).toHaveLength(1);
});

it('new recovery codes are shown though the list of keys does not come again', async () => {
  await open();
  respond = (call) =>
    call === MAKE_CODES ? json({ recoveryCodes: ['only-code'] }) : new Promise(() => undefined);
  pressAndConfirm('Make new recovery codes');
  expect((await shownCodes()).textContent).toBe('only-code');
});

it('a change that ends after another member has signed in reads nothing in their name', async () => {
  const view = await open();
  let respondNow = (_: Response): void => undefined;
  const held = new Promise<Response>((resolve) => (respondNow = resolve));
  respond = () => held;
  pressAndConfirm('Remove Phone');
  await waitFor(() => expect(sent.at(-1)).toMatch(/^DELETE/));
  view.unmount();
  saveSession('secret of tom', tom);
  respondNow(new Response('{}'));
  await waitFor(() => expect(view.client.isMutating()).toBe(0));
  expect(sent.at(-1)).toMatch(/^DELETE/);
});

it.each([
  ['the authenticator is asked', 0],
  ['it has answered', 1],
])('a passkey is not added once another member has signed in before %s', async (_, asked) => {
  const signInTom = () => saveSession('secret of tom', tom);
  makePasskey.mockReset().mockImplementation(() => {
    signInTom();
    return Promise.resolve();
  });
  respond = () => {
    if (asked === 0) signInTom();
    return json({ options: {} });
  };
  await expect(addPasskey()).rejects.toThrow('Another account is logged in by now. Please start again.');
  expect(makePasskey).toHaveBeenCalledTimes(asked);
  expect(sent).toHaveLength(1);
});

it('a read of the keys is not tried again once another member has signed in', async () => {
  const view = await open();
  let respondNow = (_: Response): void => undefined;
  const held = new Promise<Response>((resolve) => (respondNow = resolve));
  respond = (call) => (call === KEYS ? Promise.resolve(new Response('{}', { status: 503 })) : held);
  pressAndConfirm('Remove Phone');
  await waitFor(() => expect(sent.at(-1)).toMatch(/^DELETE/));
  view.unmount();
  respondNow(new Response('{}'));
  await waitFor(() => expect(sent.at(-1)).toBe(KEYS));
  const before = sent.length;
  saveSession('secret of tom', tom);
  await waitFor(() => expect(view.client.isFetching()).toBe(0));
  expect(sent).toHaveLength(before);
});

it('a list of keys that did not come may be asked for again', async () => {
  const answer = respond;
  respond = () => Promise.resolve(new Response('{}', { status: 403 }));
  render(<KeysSection />, { wrapper: inClient() });
  expect((await screen.findByRole('alert')).textContent).toBe('This could not be loaded.');
  respond = answer;
  press('Try again');
  expect(await screen.findByText('4 of 10 recovery codes left.')).toBeTruthy();
});

/** Opens the form that sets up an app for codes. */
async function setUp() {
  respond = (call) =>
    json(call === KEYS ? { ...keys, totp: false } : { secret: 'SECRET', uri: 'otpauth://totp/a' });
  const person = userEvent.setup();
  await open();
  await person.click(screen.getByRole('button', { name: 'Set up an app' }));
  await screen.findByRole('form', { name: 'Set up an app' });
  return person;
}

describe('an app for codes', () => {
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

  it('has the focus in its form, and back at its button once it is called off', async () => {
    const person = await setUp();
    expect(focused()).toBe('Set up an app');
    expect(document.activeElement?.tagName).toBe('FORM');
    respond = () => Promise.resolve(new Response('{"error":"This code is wrong."}', { status: 403 }));
    await person.type(screen.getByLabelText('Code that the app shows'), '123456{Enter}');
    await screen.findByText('This code is wrong.');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('This code is wrong.')).toBeNull();
    expect([document.activeElement?.tagName, focused()]).toEqual(['BUTTON', 'Set up an app']);
  });

  it('leaves the focus at the heading once it is set up, away from the button that removes it', async () => {
    const person = await setUp();
    respond = (call) => json(call === KEYS ? keys : { recoveryCodes: null });
    await person.type(screen.getByLabelText('Code that the app shows'), '123456{Enter}');
    await screen.findByRole('button', { name: 'Remove app' });
    expect(focused()).toBe('Passkeys and codes');
  });
});

describe('a change that fails', () => {
  const NOT_KNOWN =
    'No answer came. If new recovery codes were made, the old ones are void: make them again.';
  const lose = (keysAfter: unknown) => {
    respond = (call) => (call === KEYS ? json(keysAfter) : Promise.reject(new TypeError('Failed to fetch')));
  };

  it('without an answer says of codes that the old ones may be void', async () => {
    await open();
    lose(keys);
    pressAndConfirm('Make new recovery codes');
    expect((await screen.findByRole('alert')).textContent).toBe(NOT_KNOWN);
  });

  it.each(['Remove Phone', 'Remove app'])(
    "without an answer to '%s' says where to look before another try",
    async (name) => {
      await open();
      lose(keys);
      pressAndConfirm(name);
      expect((await screen.findByRole('alert')).textContent).toBe(
        'No answer came. Look at your passkeys and codes before you try again.',
      );
    },
  );

  it('without an answer before anything is set up is to be tried again', async () => {
    respond = (call) => (call === KEYS ? json({ ...keys, totp: false }) : Promise.reject(new TypeError()));
    await open();
    press('Set up an app');
    expect((await screen.findByRole('alert')).textContent).toBe('No answer came. Please try again.');
  });

  it('that the server explains is told in its words', async () => {
    await open();
    respond = () => Promise.resolve(new Response('{"error":"Too many tries."}', { status: 429 }));
    pressAndConfirm('Make new recovery codes');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.');
  });

  it('without an answer leaves no form to set up an app that is set up by then', async () => {
    const person = await setUp();
    lose(keys);
    await person.type(screen.getByLabelText('Code that the app shows'), '123456{Enter}');
    expect(await screen.findByRole('button', { name: 'Remove app' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(NOT_KNOWN);
  });

  it('without an answer shows a passkey no longer that is gone by then', async () => {
    await open();
    lose({ ...keys, passkeys: [] });
    pressAndConfirm('Remove Phone');
    await waitFor(() => expect(screen.queryByText('Phone')).toBeNull());
  });
});

describe('what was said of a change', () => {
  const CANCELLED = 'Nothing was chosen.';
  const fail = (sentence: string) =>
    Promise.resolve(new Response(JSON.stringify({ error: sentence }), { status: 403 }));
  const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

  /** Opens the list, where adding a passkey has been called off. */
  async function cancelAdding() {
    vi.stubGlobal('PublicKeyCredential', vi.fn());
    makePasskey.mockReset().mockRejectedValue(new Error(CANCELLED));
    respond = (call) => json(call === KEYS ? keys : { options: {} });
    await open();
    press('Add a passkey');
    await waitFor(() => expect(alerts()).toEqual([CANCELLED]));
  }

  it('of a passkey does not hide why the next change was rejected', async () => {
    await cancelAdding();
    respond = (call) => (call === KEYS ? json(keys) : fail('Your last way to log in stays.'));
    pressAndConfirm('Remove Phone');
    await waitFor(() => expect(alerts()).toEqual(['Your last way to log in stays.']));
  });

  it('of a passkey does not outlive the next change that succeeds', async () => {
    await cancelAdding();
    pressAndConfirm('Remove Phone');
    await waitFor(() => expect(sent.at(-2)).toMatch(/^DELETE/));
    expect(alerts()).toEqual([]);
  });

  it('of a removal does not stand beside the passkey that is added next', async () => {
    await cancelAdding();
    respond = (call) => (call === KEYS ? json(keys) : fail('Your last way to log in stays.'));
    pressAndConfirm('Remove Phone');
    await waitFor(() => expect(alerts()).toHaveLength(1));
    respond = () => new Promise(() => undefined);
    press('Add a passkey');
    await waitFor(() => expect(alerts()).toEqual([]));
  });

  it('of the app’s removal does not stand beside its next setup', async () => {
    await open();
    respond = (call) => (call === KEYS ? json({ ...keys, totp: false }) : Promise.reject(new TypeError()));
    pressAndConfirm('Remove app');
    await waitFor(() => expect(alerts()).toHaveLength(1));
    await screen.findByRole('button', { name: 'Set up an app' });
    respond = (call) =>
      json(call === KEYS ? { ...keys, totp: false } : { secret: 'SECRET', uri: 'otpauth://totp/a' });
    press('Set up an app');
    await screen.findByRole('form', { name: 'Set up an app' });
    expect(alerts()).toEqual([]);
  });
});

it('a passkey that is removed leaves the focus at the heading', async () => {
  await open();
  screen.getByRole('button', { name: 'Remove Phone' }).focus();
  respond = (call) => json(call === KEYS ? { ...keys, passkeys: [] } : {});
  pressAndConfirm('Remove Phone');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Passkeys and codes'));
});

describe('recovery codes', () => {
  it('are shown in a region that was there before, so that they are read out', async () => {
    // Of the tests before.
    forgetCodes(mary.id);
    await open();
    const region = screen.getByRole('status');
    pressAndConfirm('Make new recovery codes');
    expect(region.contains(await shownCodes())).toBe(true);
    press('I have kept them');
  });

  const make = async () => {
    await open();
    pressAndConfirm('Make new recovery codes');
    await shownCodes();
  };

  describe('of two tabs', () => {
    let otherTab: BroadcastChannel;
    let thirdTab: BroadcastChannel;
    /** Number of the set that this tab made last; those of the next test are higher. */
    let setId = 0;
    beforeEach(() => {
      setId += 10;
      otherTab = new BroadcastChannel('recovery-code-sets');
      thirdTab = new BroadcastChannel('recovery-code-sets');
    });
    afterEach(() => {
      otherTab.close();
      thirdTab.close();
    });

    const makeLater = () => otherTab.postMessage({ memberId: mary.id, setId: setId + 1 });
    /** Presses the button; the returned function lets the response come. */
    const askForCodes = async () => {
      let respondNow = (_: Response): void => undefined;
      const held = new Promise<Response>((resolve) => (respondNow = resolve));
      respond = (call) => (call === MAKE_CODES ? held : json(keys));
      await open();
      pressAndConfirm('Make new recovery codes');
      return () => respondNow(new Response(JSON.stringify({ recoveryCodes: ['code-of-here'], setId })));
    };
    const makeHere = async () => {
      (await askForCodes())();
      await shownCodes();
    };
    /** Waits until the tabs have heard of this set of mary's. */
    const heard = (channel: BroadcastChannel, wanted: number) =>
      new Promise<void>((resolve) => {
        channel.onmessage = ({ data }) => {
          if (JSON.stringify(data) === JSON.stringify({ memberId: mary.id, setId: wanted })) resolve();
        };
      });
    const expectVoid = async () => {
      expect((await screen.findByRole('alert')).textContent).toMatch(/were made here no longer work/);
      expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
      press('OK');
      expect(screen.queryByRole('alert')).toBeNull();
    };

    it('are not shown any longer once the other one has made later ones, which is told', async () => {
      await makeHere();
      otherTab.postMessage({ memberId: tom.id, setId: setId + 1 });
      makeLater();
      await expectVoid();
    });

    it('are not shown though they come last, if the other one has made later ones', async () => {
      const respondNow = await askForCodes();
      const told = heard(thirdTab, setId + 1);
      makeLater();
      await told;
      respondNow();
      await expectVoid();
    });

    it('stay where the other one has made earlier ones, though these come last', async () => {
      await makeHere();
      const told = heard(thirdTab, setId - 1);
      otherTab.postMessage({ memberId: mary.id, setId: setId - 1 });
      await told;
      expect((await shownCodes()).textContent).toBe('code-of-here');
      press('I have kept them');
    });

    it('are announced to the other one', async () => {
      const told = heard(otherTab, setId);
      await makeHere();
      await told;
      press('I have kept them');
    });

    const madeElsewhere = () => json({ ...keys, recovery_codes_set_id: setId + 1 });

    it('are announced too if their response was lost, and earlier ones are shown no longer', async () => {
      await makeHere();
      const told = heard(otherTab, setId + 1);
      respond = (call) =>
        call === KEYS ? madeElsewhere() : Promise.reject(new TypeError('Failed to fetch'));
      pressAndConfirm('Make new recovery codes');
      await told;
      expect(await screen.findByText(/were made here no longer work/)).toBeTruthy();
      press('OK');
    });

    it('are announced by who has left the screen before their response was lost', async () => {
      let lose = (_: Error): void => undefined;
      const lost = new Promise<Response>((_, reject) => (lose = reject));
      const { unmount } = await open();
      respond = (call) => (call === KEYS ? madeElsewhere() : lost);
      pressAndConfirm('Make new recovery codes');
      await waitFor(() => expect(sent).toContain(MAKE_CODES));
      unmount();
      const told = heard(otherTab, setId + 1);
      lose(new TypeError('Failed to fetch'));
      await told;
    });

    it('stay where this one is late to learn of earlier ones that it made itself', async () => {
      await makeHere();
      await storeFreshCodes(Promise.resolve({ recoveryCodes: ['earlier-code'], setId: setId - 1 }));
      expect((await shownCodes()).textContent).toBe('code-of-here');
      press('I have kept them');
    });

    it('are not shown any longer to who comes back, if others were made on another device', async () => {
      await makeHere();
      respond = madeElsewhere;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      await expectVoid();
    });
  });

  it('stay though a server of the previous release does not number them, until later ones are known', async () => {
    await make();
    expect(sent.filter((call) => call === KEYS).length).toBeGreaterThan(1);
    expect((await shownCodes()).textContent).toBe('first-codesecond-code');
    recordCurrentSet(mary.id, 10_001);
    expect((await shownCodes()).textContent).toBe('first-codesecond-code');
    recordCurrentSet(mary.id, 10_002);
    expect((await screen.findByRole('alert')).textContent).toMatch(/were made here no longer work/);
    press('OK');
  });

  it('hold the page’s own reloads back as long as they are shown, and void ones do not', async () => {
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await make();
    expect(isHeld()).toBe(true);
    recordCurrentSet(mary.id, 10_003);
    recordCurrentSet(mary.id, 10_004);
    expect(isHeld()).toBe(false);
    await screen.findByRole('alert');
    press('OK');
    await storeFreshCodes(Promise.resolve({ recoveryCodes: ['late-code'], setId: 10_000 }));
    expect(isHeld()).toBe(false);
    await screen.findByRole('alert');
    press('OK');
  });

  const NO_FACTOR = { totp: false, recovery_codes_left: 0, passkeys: [] };

  it('are shown no longer once the last factor is removed, with which they are void', async () => {
    await make();
    respond = (call) => json(call === KEYS ? NO_FACTOR : {});
    pressAndConfirm('Remove Phone');
    await screen.findByRole('button', { name: 'Set up an app' });
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  });

  it('of a first factor stay though a read from before it tells of none', async () => {
    let respondNow = (_: Response): void => undefined;
    const held = new Promise<Response>((resolve) => (respondNow = resolve));
    respond = () => held;
    render(<KeysSection />, { wrapper: inClient() });
    await waitFor(() => expect(sent).toEqual([KEYS]));
    await act(() => storeFreshCodes(Promise.resolve({ recoveryCodes: ['only-code'] })));
    respondNow(new Response(JSON.stringify(NO_FACTOR)));
    await screen.findByRole('button', { name: 'Set up an app' });
    expect((await shownCodes()).textContent).toBe('only-code');
    press('I have kept them');
  });

  it('leave the focus at the heading once they are kept', async () => {
    const person = userEvent.setup();
    await make();
    await person.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(document.activeElement?.textContent).toBe('Passkeys and codes');
  });

  it('are copied, which is confirmed', async () => {
    const person = userEvent.setup();
    await make();
    const isReadOut = (text: string) => screen.getByText(text).matches('[aria-live], [aria-live] *');
    expect(isReadOut('Copy')).toBe(false);
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy();
    expect(isReadOut('Copied!')).toBe(true);
    expect(await navigator.clipboard.readText()).toBe('first-code\nsecond-code');
  });

  it('that the browser does not copy are selected, and a sentence says so', async () => {
    await make();
    // The clipboard is missing, as without TLS, and the fallback fails too.
    vi.stubGlobal('navigator', {});
    Object.assign(document, { execCommand: () => false });
    press('Copy');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This browser did not copy the codes. They are selected: copy them yourself, or write them down.',
    );
    expect(getSelection()?.toString()).toBe('first-codesecond-code');
  });
});
