import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { mary } from '../../test-members';
import { LeavingSection } from './leaving-section';

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

async function deleteAccount() {
  const person = await open('0');
  await person.click(screen.getByRole('radio', { name: 'Remove my posts' }));
  await person.click(screen.getByRole('button', { name: /^Delete my account(?!…)/ }));
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
