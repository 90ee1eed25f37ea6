import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { dropSession, getSession } from '../../shared/session/session-store';
import { AuthDialog } from './auth-dialog';

const fetchMock = vi.fn<typeof fetch>();
const onClosed = vi.fn();
const answer = (status: number, body: unknown) =>
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const user = { id: 1001, username: 'mary', tokensNano: '100000000000', public_token: 'p' };

function open(tab: 'login' | 'signup') {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <AuthDialog tab={tab} opener={null} onClosed={onClosed} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

async function fillSignUp(person: ReturnType<typeof userEvent.setup>, repeat: string) {
  await person.type(await screen.findByLabelText('Username'), 'mary');
  await person.type(screen.getByLabelText('E-mail'), 'mary@example.org');
  await person.type(screen.getByLabelText('Password'), 'password1');
  await person.type(screen.getByLabelText('Repeat password'), `${repeat}{Enter}`);
}

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  onClosed.mockReset();
  dropSession();
});

describe('logging in', () => {
  it('sends emailOrUser and password, keeps the session and closes', async () => {
    answer(200, { token: 'secret', user });
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
  ])("shows the server's sentence, or 'Error' (spec, section 8): %o", async (body, text) => {
    answer(401, body);
    const person = open('login');
    await person.type(await screen.findByLabelText('Username or e-mail'), 'mary');
    await person.type(screen.getByLabelText('Password'), 'nope{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(onClosed).not.toHaveBeenCalled();
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
    answer(200, { token: 'secret', user });
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

  it('states that joining confirms 13 or over', async () => {
    open('signup');
    expect(await screen.findByText(/13 or over/)).toBeTruthy();
  });
});
