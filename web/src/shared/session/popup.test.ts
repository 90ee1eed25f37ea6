import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOwnOrigin, openPopup, popupErrorText, proofFrom, sessionFrom } from './popup';

const user = { id: 1001, username: 'mary' };
const session = { token: 'secret', user };

/** A window that can be closed by the person (`closed = true`) or by the page. */
function fakePopup() {
  const close = vi.fn(() => {
    popup.closed = true;
  });
  const popup = { closed: false, close };
  return { popup: popup as unknown as Window & typeof popup, close };
}

function post(data: unknown, source: Window | null, origin = location.origin): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the window of a pop-up sign-in', () => {
  it('is opened at once, at 500x600 [9.popup]', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    openPopup('/api/auth/google?ref=abc');
    expect(open).toHaveBeenCalledOnce();
    const [url, , features] = open.mock.calls[0] ?? [];
    expect(url).toBe('/api/auth/google?ref=abc');
    expect(features).toMatch(/^popup,width=500,height=600,left=-?\d+,top=-?\d+$/);
  });

  it.each([null, { closed: true } as Window])(
    "that a browser does not open is 'Popup blocked' [4.popup-failure]",
    async (popup) => {
      await expect(sessionFrom(popup)).rejects.toThrow(/^Popup blocked$/);
    },
  );
});

describe('a pop-up that shows whose an account is', () => {
  it('ends with a proof', async () => {
    const { popup, close } = fakePopup();
    const result = proofFrom(popup);
    post({ proof: 'a-proof' }, popup);
    await expect(result).resolves.toBe('a-proof');
    expect(close).toHaveBeenCalledOnce();
  });

  it.each([[session], [{ proof: '' }], [{ proof: 7 }], [{ proof: 'a-proof', error: 'No.' }]])(
    'has none in a message of %j',
    async (data) => {
      const { popup } = fakePopup();
      const result = proofFrom(popup);
      post(data, popup);
      await expect(result).rejects.toThrow();
    },
  );
});

describe('a pop-up sign-in (spec, section 4)', () => {
  it('succeeds with a token and a user, and closes the window [4.popup-success]', async () => {
    const { popup, close } = fakePopup();
    const result = sessionFrom(popup);
    post(session, popup);
    await expect(result).resolves.toEqual(session);
    expect(close).toHaveBeenCalledOnce();
  });

  it("fails with the message's own error, also beside a token [4.popup-failure]", async () => {
    for (const data of [{ error: 'Google is asleep.' }, { ...session, error: 'Google is asleep.' }]) {
      const { popup, close } = fakePopup();
      const result = sessionFrom(popup);
      post(data, popup);
      await expect(result).rejects.toThrow(/^Google is asleep\.$/);
      expect(close).toHaveBeenCalledOnce();
    }
  });

  it.each([
    [{ token: 'secret' }],
    [{ user }],
    [{ token: '', user }],
    [{ token: 7, user }],
    [{ error: '' }],
    [{}],
    [null],
    ['text'],
    [undefined],
  ])("is 'Authentication failed' for a message of %j [4.popup-failure] [8.popup-failed]", async (data) => {
    const { popup } = fakePopup();
    const result = sessionFrom(popup);
    post(data, popup);
    await expect(result).rejects.toThrow(/^Authentication failed$/);
  });

  it('tells what a second factor needs', async () => {
    const { popup } = fakePopup();
    const result = sessionFrom(popup);
    const details = { ticket: 'a ticket', ways: ['totp'] };
    post({ error: 'A second factor, please.', code: 'SECOND_FACTOR_NEEDED', details }, popup);
    await expect(result).rejects.toMatchObject({
      ...{ message: 'A second factor, please.', code: 'SECOND_FACTOR_NEEDED', details },
    });
  });

  it('counts the first message alone, and ignores those that come late', async () => {
    const { popup } = fakePopup();
    const result = sessionFrom(popup);
    post(session, popup);
    post({ error: 'late' }, popup);
    await expect(result).resolves.toEqual(session);
  });

  it('ignores messages of other windows and of other origins [4.popup-origin]', async () => {
    const { popup } = fakePopup();
    const settled = vi.fn();
    const result = sessionFrom(popup).finally(settled);
    post(session, window);
    post(session, null);
    post(session, fakePopup().popup);
    for (const origin of ['https://evil.example', 'null', '', `${location.origin}.evil.example`]) {
      post(session, popup, origin);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(settled).not.toHaveBeenCalled();
    post(session, popup);
    await expect(result).resolves.toEqual(session);
  });

  it("is 'Authentication popup closed' within a second of the closing, seen by looking every 500 ms [4.popup-failure] [9.popup]", async () => {
    const { popup } = fakePopup();
    const settled = vi.fn();
    const result = sessionFrom(popup).catch((error: unknown) => settled(error));
    await vi.advanceTimersByTimeAsync(499);
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(101);
    expect(settled).toHaveBeenCalledWith(new Error('Authentication popup closed'));
    await result;
  });

  it('hears the last word of a window that closed itself', async () => {
    const { popup } = fakePopup();
    const result = sessionFrom(popup);
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(550);
    post(session, popup);
    await expect(result).resolves.toEqual(session);
    await vi.advanceTimersByTimeAsync(1000);
  });

  it("is 'Authentication timed out' after 2 minutes, and not before; the window is closed [4.popup-failure] [9.popup]", async () => {
    const { popup, close } = fakePopup();
    const settled = vi.fn();
    const result = sessionFrom(popup).catch((error: unknown) => settled(error));
    await vi.advanceTimersByTimeAsync(119_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(new Error('Authentication timed out'));
    expect(close).toHaveBeenCalledOnce();
    await result;
  });
});

describe("the page's own origin", () => {
  const pages = ['https://likewell.example', 'https://www.likewell.example'];

  it.each(pages)('for a page at %s is with or without the www prefix [4.popup-origin]', (own) => {
    for (const origin of pages) expect(isOwnOrigin(origin, own)).toBe(true);
  });

  it.each([
    ...['http://likewell.example', 'http://www.likewell.example', 'https://likewell.example:8443'],
    ...['https://www.likewell.example:443x', 'https://wwwx.likewell.example', 'https://ww.likewell.example'],
    ...['https://www.www.likewell.example', 'https://wwwlikewell.example', 'https://app.likewell.example'],
    ...['https://likewell.example.evil.org', 'https://evil-likewell.example', 'https://likewell.examplex'],
    ...['https://likewell.exampl', 'https://likewell', 'https://www.evil.org', 'https://evil.org'],
    ...['https://xn--lkewell-pua.example', 'https://lіkewell.example', 'https://likewell.example@evil.org'],
    ...['https://evil.org#https://likewell.example', 'https://evil.org?https://www.likewell.example'],
    ...['null', '', '*', '/', 'file://', 'about:blank', 'blob:https://likewell.example/x', 'data:text/html,'],
    ...[
      'ftp://likewell.example',
      'ws://likewell.example',
      'wss://likewell.example',
      'https:likewell.example',
    ],
    ...['likewell.example', '//likewell.example', 'https://', 'https://www.', 'https://likewell.example.'],
  ])('is not %j', (origin) => {
    for (const own of pages) expect(isOwnOrigin(origin, own)).toBe(false);
  });
});

it.each([
  ['Popup blocked', 'Enable pop-ups and try again.'],
  ['Authentication popup closed', 'You closed the pop-up before finishing sign in.'],
  ['Authentication timed out', 'Login timed out. Enable pop-ups and try again.'],
  ['Authentication failed', 'Authentication failed'],
  ['Google is asleep.', 'Google is asleep.'],
  ['', 'Error'],
])(
  'the error %j is shown as %j (spec, section 8) [8.popup-blocked] [8.popup-closed] [8.popup-timeout] [8.popup-failed]',
  (message, shown) => {
    expect(popupErrorText(new Error(message))).toBe(shown);
  },
);
