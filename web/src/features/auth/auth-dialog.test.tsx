import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { dropSession, getSession, saveSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { tom } from '../../test-members';
import { AuthDialog } from './auth-dialog';

const onClosed = vi.fn();
const user = { id: 1001, username: 'mary', tokensNano: '100000000000', public_token: 'p' };

function open(tab: 'login' | 'signup', client = makeQueryClient()) {
  const { unmount } = render(<AuthDialog tab={tab} opener={null} onClosed={onClosed} />, {
    wrapper: inPage(client),
  });
  return { ...userEvent.setup(), unmount };
}

async function fillSignUp(person: ReturnType<typeof open>, repeat: string) {
  await person.type(await screen.findByLabelText('Username'), 'mary');
  await person.type(screen.getByLabelText('E-mail'), 'mary@example.org');
  await person.type(screen.getByLabelText('Password'), 'password1');
  await person.type(screen.getByLabelText('Repeat password'), `${repeat}{Enter}`);
}

afterEach(() => {
  onClosed.mockReset();
  localStorage.clear();
  dropSession();
});

describe('logging in', () => {
  it('sends emailOrUser and password, keeps the session and closes', async () => {
    respond(200, { token: 'secret', user });
    const person = open('login');
    await person.type(await screen.findByLabelText('Username or e-mail'), 'mary');
    await person.type(screen.getByLabelText('Password'), 'password1{Enter}');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBe('{"emailOrUser":"mary","password":"password1"}');
    expect(getSession().token).toBe('secret');
  });

  it.each([
    [
      { error: 'Wrong username, e-mail or password. Please try again.' },
      'Wrong username, e-mail or password. Please try again.',
    ],
    [{}, 'Error'],
  ])(
    "shows the server's sentence, or 'Error' (spec, section 8): %o [8.auth-message] [8.auth-error]",
    async (body, text) => {
      respond(401, body);
      const person = open('login');
      await person.type(await screen.findByLabelText('Username or e-mail'), 'mary');
      await person.type(screen.getByLabelText('Password'), 'nope{Enter}');
      expect((await screen.findByRole('alert')).textContent).toBe(text);
      expect(onClosed).not.toHaveBeenCalled();
    },
  );
});

it('closes when its visitor logs in in another tab', async () => {
  open('login');
  await screen.findByLabelText('Password');
  act(() => saveSession('secret', tom));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
});

describe('a sign-in that is answered late', () => {
  async function logIn(client = makeQueryClient()) {
    const answer = respondLater();
    const person = open('login', client);
    await person.type(await screen.findByLabelText('Username or e-mail'), 'mary');
    await person.type(screen.getByLabelText('Password'), 'password1{Enter}');
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    return { person, answer };
  }

  it('closes the dialog though its other tab was chosen meanwhile', async () => {
    const { person, answer } = await logIn();
    await person.click(screen.getByRole('tab', { name: 'Sign Up' }));
    answer(200, { token: 'secret', user });
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(getSession().token).toBe('secret');
  });

  it('does not take the place of somebody who has logged in since, and leaves no session behind', async () => {
    const client = makeQueryClient();
    const { person, answer } = await logIn(client);
    person.unmount();
    saveSession('later', tom);
    answer(200, { token: 'secret', user });
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(getSession()).toEqual({ token: 'later', user: tom });
    const [path, options] = fetchMock.mock.calls[1] ?? [];
    const authorization = new Headers(options?.headers).get('authorization');
    expect([path, authorization]).toEqual(['/api/auth/logout', 'Bearer secret']);
  });
});

describe('what was typed', () => {
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const show = (person: ReturnType<typeof open>, tab: string) =>
    person.click(screen.getByRole('tab', { name: tab }));

  it('is still there for who looks at the other tab, and only one of the forms is shown', async () => {
    const person = open('signup');
    await person.type(await screen.findByLabelText('Username'), 'mary');
    await person.type(screen.getByLabelText('E-mail'), 'mary@example.org');
    await show(person, 'Login');
    await person.type(screen.getByLabelText('Username or e-mail'), 'mary.rivers');
    expect(screen.queryByLabelText('E-mail')).toBeNull();
    await show(person, 'Sign Up');
    expect([value('Username'), value('E-mail')]).toEqual(['mary', 'mary@example.org']);
    await show(person, 'Login');
    expect(value('Username or e-mail')).toBe('mary.rivers');
  });

  it('is not there in the next dialog', async () => {
    const person = open('login');
    await person.type(await screen.findByLabelText('Password'), 'password1');
    person.unmount();
    open('login');
    expect((await screen.findByLabelText<HTMLInputElement>('Password')).value).toBe('');
  });

  it('is there with what the server says of it, though the other tab is shown when that comes', async () => {
    const reject = respondLater();
    const client = makeQueryClient();
    const person = open('signup', client);
    await fillSignUp(person, 'password1');
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    await show(person, 'Login');
    reject(409, { error: 'This username is taken.', code: 'USERNAME_TAKEN' });
    await waitFor(() => expect(client.isMutating()).toBe(0));
    await show(person, 'Sign Up');
    expect((await screen.findByRole('alert')).textContent).toBe('This username is taken.');
  });
});

it('the terms open beside the form, which keeps what was typed', async () => {
  open('signup');
  for (const name of ['Terms of Service', 'Privacy policy'])
    expect((await screen.findByRole<HTMLAnchorElement>('link', { name })).target).toBe('_blank');
});

describe('the second step', () => {
  const details = { ticket: 'a ticket', ways: ['totp', 'recovery-code'] };
  async function logIn() {
    respond(401, { error: 'This account has a second factor.', code: 'SECOND_FACTOR_NEEDED', details });
    const person = open('login');
    await person.type(await screen.findByLabelText('Username or e-mail'), 'mary');
    await person.type(screen.getByLabelText('Password'), 'password1{Enter}');
    return person;
  }

  it('sends the ticket with a code, keeps the session and closes', async () => {
    const person = await logIn();
    respond(403, { error: 'This code is wrong.', code: 'WRONG_CODE' });
    await screen.findByLabelText('Code from your authenticator app');
    // The field has the focus, since the button that had it is gone.
    await person.keyboard('000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong.');
    respond(200, { token: 'secret', user });
    await person.type(screen.getByLabelText('Code from your authenticator app'), '{Enter}');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(fetchMock.mock.calls[2]?.[1]?.body).toBe('{"ticket":"a ticket","code":"000000"}');
    expect(getSession().token).toBe('secret');
  });

  it('takes a recovery code in its place, and leads back', async () => {
    const person = await logIn();
    await person.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    respond(403, { error: 'This took too long.', code: 'SIGN_IN_RUN_OUT' });
    await person.type(screen.getByLabelText('Recovery code'), 'abcd{Enter}');
    await screen.findByText('This took too long.');
    expect(fetchMock.mock.calls[1]?.[1]?.body).toBe('{"ticket":"a ticket","recoveryCode":"abcd"}');
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('mary');
    expect(getSession().token).toBeNull();
  });

  it('leads back to the tab from which it came, with what was typed in both', async () => {
    const person = open('signup');
    await person.type(await screen.findByLabelText('Username'), 'maria');
    await person.click(screen.getByRole('tab', { name: 'Login' }));
    respond(401, { error: 'This account has a second factor.', code: 'SECOND_FACTOR_NEEDED', details });
    await person.type(screen.getByLabelText('Username or e-mail'), 'mary');
    await person.type(screen.getByLabelText('Password'), 'password1{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText<HTMLInputElement>('Username or e-mail').value).toBe('mary');
    await person.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('maria');
  });

  it('of a dialog that was closed before the response is not asked of who opens the next one', async () => {
    const reject = respondLater();
    const client = makeQueryClient();
    const person = open('login', client);
    await person.type(await screen.findByLabelText('Username or e-mail'), 'mary');
    await person.type(screen.getByLabelText('Password'), 'password1{Enter}');
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    person.unmount();
    open('login');
    reject(401, { error: '', code: 'SECOND_FACTOR_NEEDED', details });
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.queryByText(/second factor/)).toBeNull();
  });
});

describe('what is required (spec, section 5)', () => {
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);

  it('is a name and a password for logging in [5.login-required]', async () => {
    const person = open('login');
    await person.type(await screen.findByLabelText('Password'), '{Enter}');
    await waitFor(() => expect(alerts()).toEqual(['Enter your username or e-mail.', 'Enter your password.']));
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('is all of the four fields for signing up [5.sign-up-required]', async () => {
    const person = open('signup');
    await person.type(await screen.findByLabelText('Username'), '{Enter}');
    await waitFor(() => expect(alerts()).toHaveLength(4));
    await person.type(screen.getByLabelText('E-mail'), 'no address{Enter}');
    await screen.findByText('Enter a valid e-mail address.');
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

describe('signing up', () => {
  it("needs equal passwords: 'Passwords don't match'", async () => {
    const person = open('signup');
    await fillSignUp(person, 'password2');
    expect((await screen.findByRole('alert')).textContent).toBe("Passwords don't match");
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it.each([
    [null, null],
    ['abc', 'abc'],
  ])('sends the stored referral code %o', async (stored, ref) => {
    if (stored) localStorage.setItem('ref', stored);
    respond(200, { token: 'secret', user });
    const person = open('signup');
    await fillSignUp(person, 'password1');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(JSON.parse(fetchMock.mock.calls[0]?.[1]?.body as string)).toEqual({
      username: 'mary',
      email: 'mary@example.org',
      password: 'password1',
      ref,
    });
  });

  it('states that joining confirms 13 or over [9.minimum-age]', async () => {
    open('signup');
    expect(await screen.findByText(/13 or over/)).toBeTruthy();
  });
});

describe.each(['login', 'signup'] as const)('Google on the tab %s', (tab) => {
  afterEach(() => vi.restoreAllMocks());

  const pressGoogle = async () => {
    const person = open(tab);
    await person.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    return person;
  };
  const openedWith = (popup: Window | null) => vi.spyOn(window, 'open').mockReturnValue(popup);
  const focus = vi.fn();
  const newPopup = () => ({ closed: false, close: vi.fn(), focus }) as unknown as Window;
  const post = (data: unknown, source: Window) =>
    window.dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));

  it('has the line of 13 or over beside its button', async () => {
    open(tab);
    expect(await screen.findByText(/13 or over/)).toBeTruthy();
  });

  it.each([
    [null, '/api/auth/google'],
    ['a-b_1', '/api/auth/google?ref=a-b_1'],
  ])('with the stored referral code %o keeps the session and closes', async (stored, url) => {
    if (stored) localStorage.setItem('ref', stored);
    const popup = newPopup();
    const opened = openedWith(popup);
    await pressGoogle();
    expect(opened.mock.calls[0]?.[0]).toBe(url);
    post({ token: 'secret', user }, popup);
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(getSession()).toEqual({ token: 'secret', user });
  });

  it('shows the window again when it is pressed a second time', async () => {
    const popup = newPopup();
    const opened = openedWith(popup);
    const person = await pressGoogle();
    await person.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(opened).toHaveBeenCalledOnce();
    expect(focus).toHaveBeenCalledOnce();
    post({ error: 'over' }, popup);
    expect((await screen.findByRole('alert')).textContent).toBe('over');
  });

  it('tells to enable pop-ups when they are blocked, and stays open', async () => {
    openedWith(null);
    await pressGoogle();
    expect((await screen.findByRole('alert')).textContent).toBe('Enable pop-ups and try again.');
    expect(onClosed).not.toHaveBeenCalled();
  });

  it("shows 'Error' for a session that is none", async () => {
    const popup = newPopup();
    openedWith(popup);
    await pressGoogle();
    post({ token: 'secret', user: { id: 'x' } }, popup);
    expect((await screen.findByRole('alert')).textContent).toBe('Error');
    expect(getSession().token).toBeNull();
  });
});
