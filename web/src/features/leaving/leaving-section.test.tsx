import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getOpenDialog, removeDialog } from '../../shared/dialogs/dialog-store';
import { useNotices } from '../../shared/notices/notice-store';
import { dropSession, getSession, saveSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { mary, tom } from '../../test-members';
import { LeavingSection } from './leaving-section';
import { StayButton } from './stay-button';

/** The server's response to a request for the deletion, or to its cancellation. */
let requestDeletion: () => Promise<Response>;

beforeEach(() => {
  vi.stubGlobal('fetch', (_path: string, { method }: { method: string }) =>
    method === 'GET' ? Promise.resolve(new Response('{"deletion":null}')) : requestDeletion(),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  dropSession();
});

async function open(tokensNano: string, tokens_unknown?: boolean) {
  saveSession('secret', { ...mary, tokensNano, tokens_unknown });
  render(<LeavingSection />, { wrapper: inPage() });
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Delete my account…' }));
  return person;
}

const deleteButton = () => screen.getByRole('button', { name: /^Delete my account(?!…)/ });

async function pressDelete() {
  const person = await open('0');
  await person.click(screen.getByRole('radio', { name: 'Remove my posts' }));
  await person.click(deleteButton());
}

async function deleteAccount() {
  await pressDelete();
  return (await screen.findByRole('alert')).textContent;
}

it('where no response came it is not said that the account stays', async () => {
  requestDeletion = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await deleteAccount()).toBe(
    'It is not known whether your account will be deleted. Log in again to see.',
  );
});

it('a rejection without a sentence says that the account was not deleted', async () => {
  requestDeletion = () => Promise.resolve(new Response('', { status: 403 }));
  expect(await deleteAccount()).toBe('Your account was not deleted. Please try again.');
});

it('a balance that can be tipped is told twice', async () => {
  await open('1700');
  expect(screen.getByText(/You hold 0.000001 LIKE: tip it to others first/)).toBeTruthy();
  expect(screen.getByText(/0.000001 LIKE will go to the treasury/)).toBeTruthy();
});

it('a balance that is unknown is told twice, without a number', async () => {
  await open('0', true);
  expect(
    screen.getByText(/Your balance cannot be read right now: tip what you hold to others first/),
  ).toBeTruthy();
  expect(screen.getByText(/^What you hold will go to the treasury/)).toBeTruthy();
  expect(screen.queryByText(/0 LIKE/)).toBeNull();
});

it('nobody is told to tip what is less than the smallest tip', async () => {
  await open('700');
  expect(screen.queryByText(/tip it/i)).toBeNull();
});

it('the focus is in the form that replaces the button, and back at the button once it is called off', async () => {
  const person = await open('0');
  expect(screen.getByRole('radio', { name: 'Keep my posts, without my name' }).matches(':focus')).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement?.textContent).toBe('Delete my account…');
});

it('the form opens before the plan is known, and a plan takes its place, with the focus at its heading', async () => {
  let answer: (response: Response) => void = () => undefined;
  const plan = new Promise<Response>((found) => (answer = found));
  vi.stubGlobal('fetch', () => plan);
  await open('0');
  expect(screen.getByRole('radio', { name: 'Remove my posts' })).toBeTruthy();
  answer(new Response('{"deletion":{"deletion_at":"2026-12-01T00:00:00.000Z","keep_posts":true}}'));
  await screen.findByRole('button', { name: 'Keep my account' });
  expect(document.activeElement?.textContent).toBe('Your account will be deleted');
});

/** The notices since it was rendered. */
function Notices() {
  const notices = useNotices();
  const [before] = useState(notices);
  const texts = notices.slice(before.length).map(({ text }) => text);
  return <p data-testid="notices">{texts.join(' ')}</p>;
}
const notices = () => screen.getByTestId('notices').textContent;

/** Holds the server's response until the returned function is called. */
function hold() {
  let resolve: (response: Response) => void = () => undefined;
  const held = new Promise<Response>((found) => (resolve = found));
  requestDeletion = () => held;
  return () => resolve(new Response('{}'));
}

/** Signs another member in, as another tab does; they are going to leave, too. */
function signInAnother() {
  const another = { ...tom, deletion_at: '2026-12-11T00:00:00.000Z' };
  act(() => saveSession('another', another));
  return { token: 'another', user: another };
}

it('in the settings a requested deletion is told by the login dialog, which nothing else covers', async () => {
  history.replaceState(null, '', '/settings#security');
  render(<Notices />);
  const respond = hold();
  await pressDelete();
  respond();
  await waitFor(() => expect(getSession().token).toBeNull());
  expect(getOpenDialog()?.request).toMatchObject({
    kind: 'auth',
    reason: expect.stringMatching(/^Your account will be deleted in 14 days/) as unknown,
  });
  expect(notices()).toBe('');
  removeDialog();
  history.replaceState(null, '', '/');
});

it('elsewhere a requested deletion signs out, with its words', async () => {
  render(<Notices />);
  const respond = hold();
  await pressDelete();
  respond();
  await waitFor(() => expect(notices()).toMatch(/^Your account will be deleted in 14 days/));
  expect(getSession().token).toBeNull();
});

it('a deletion that one member requested neither signs out the next nor is told to them', async () => {
  render(<Notices />);
  const respond = hold();
  await pressDelete();
  const session = signInAnother();
  respond();
  await waitFor(() => expect(deleteButton().getAttribute('aria-disabled')).toBe('false'));
  expect(getSession()).toEqual(session);
  expect(notices()).toBe('');
});

it('a deletion that one member cancelled leaves the deletion of the next as it is', async () => {
  saveSession('secret', { ...mary, deletion_at: '2026-12-01T00:00:00.000Z' });
  render(<StayButton />, { wrapper: inPage() });
  const respond = hold();
  const keep = screen.getByRole('button', { name: 'Keep my account' });
  await userEvent.click(keep);
  const session = signInAnother();
  respond();
  await waitFor(() => expect(keep.getAttribute('aria-disabled')).toBe('false'));
  expect(getSession()).toEqual(session);
});

describe('a cancellation without a response', () => {
  const deletion = { deletion_at: '2026-12-01T00:00:00.000Z', keep_posts: true };

  /** Presses the button; the server has no planned deletion afterwards where it got the request. */
  async function loseCancellation({ isCancelled }: { isCancelled: boolean }) {
    const leaving = { ...mary, deletion_at: deletion.deletion_at };
    let isPlanned = true;
    vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
      if (method === 'DELETE') {
        isPlanned = !isCancelled;
        return Promise.reject(new TypeError('Failed to fetch'));
      }
      const member = isPlanned ? leaving : mary;
      const body = path.endsWith('/deletion') ? { deletion: isPlanned ? deletion : null } : member;
      return Promise.resolve(new Response(JSON.stringify(body)));
    });
    saveSession('secret', leaving);
    render(<LeavingSection />, { wrapper: inPage() });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
  }

  it('is seen to be made, by the section and by the bar above the screen', async () => {
    await loseCancellation({ isCancelled: true });
    expect(await screen.findByRole('heading', { name: 'Delete your account' })).toBeTruthy();
    await waitFor(() => expect(getSession().user?.deletion_at).toBeUndefined());
  });

  it('is to be tried again where the deletion is still planned', async () => {
    await loseCancellation({ isCancelled: false });
    expect((await screen.findByRole('alert')).textContent).toBe('No answer came. Please try again.');
  });
});
