import type { User } from '@likewell/contracts/gateway/user';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { dropSession, saveSession } from '../../shared/session/session-store';
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

async function open(tokensNano: string) {
  saveSession('secret', { id: 1001, username: 'mary', tokensNano, public_token: 'p' } as User);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <LeavingSection />
      </MemoryRouter>
    </QueryClientProvider>,
  );
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

it('nobody is told to tip what is less than the smallest tip', async () => {
  await open('700');
  expect(screen.queryByText(/tip it/i)).toBeNull();
});
