import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inPage } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { mary, signInAs } from '../../test-members';
import { SecurityTab } from './security-tab';

const KEYS = '/api/users/me/keys';
const keys = { totp: false, recovery_codes_left: 0, passkeys: [] };
const never = new Promise<Response>(() => undefined);
const heading = { name: 'Passkeys and codes' };

/** Responds to the reading of the keys; other reads find nothing. */
const respond = (toKeys: () => Promise<Response>) =>
  fetchMock.mockImplementation((path) => (path === KEYS ? toKeys() : Promise.resolve(json(404))));

signInAs(mary);
vi.spyOn(console, 'error').mockImplementation(() => undefined);

it('shows its sections together once the first two are loaded', async () => {
  let resolve: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((found) => (resolve = found));
  respond(() => response);
  render(<SecurityTab />, { wrapper: inPage() });
  await screen.findAllByText('This could not be loaded.');
  expect(screen.queryByRole('heading', heading)).toBeNull();
  resolve(json(200, keys));
  expect(await screen.findByRole('heading', heading)).toBeTruthy();
});

it('does not wait for a second attempt', async () => {
  respond(vi.fn(() => never).mockResolvedValueOnce(json(503)));
  render(<SecurityTab />, { wrapper: inPage() });
  expect(await screen.findByRole('heading', heading)).toBeTruthy();
});

it('stays while a section that could not be loaded is loaded again', async () => {
  respond(() => Promise.resolve(json(403)));
  render(<SecurityTab />, { wrapper: inPage() });
  expect(await screen.findByRole('heading', heading)).toBeTruthy();
  const [again] = await screen.findAllByRole('button', { name: 'Try again' });
  fetchMock.mockImplementation(() => never);
  if (again) fireEvent.click(again);
  await waitFor(() => expect(again?.isConnected).toBe(false));
  expect(screen.getByRole('heading', heading)).toBeTruthy();
});

it('promises no change of the address any more once a device is logged out', async () => {
  const account = { email: 'mary@example.org', email_verified: true, pending_email: 'new@example.org' };
  const waiting = { ...account, waits_for: ['new'] };
  const at = '2026-11-26T12:00:00Z';
  const session = { device: null, method: 'password', created_at: at, last_used_at: at, this_network: true };
  const items = [1, 2].map((id) => ({ ...session, id, this_session: id === 1 }));
  let isEnded = false;
  fetchMock.mockImplementation((path, init) => {
    if (init?.method === 'DELETE') isEnded = true;
    if (path === KEYS) return Promise.resolve(json(200, keys));
    if (path === '/api/users/me/account')
      return Promise.resolve(
        json(200, isEnded ? { ...account, pending_email: null, waits_for: [] } : waiting),
      );
    if (path === '/api/users/me/sessions') return Promise.resolve(json(200, { items }));
    return Promise.resolve(json(isEnded ? 200 : 404));
  });
  render(<SecurityTab />, { wrapper: inPage() });
  await screen.findByText('new@example.org');
  fireEvent.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
  await waitFor(() => expect(screen.queryByText('new@example.org')).toBeNull());
});

it('has one filled button while an app for codes is set up', async () => {
  const account = { email: 'mary@example.org', email_verified: true, pending_email: null, waits_for: [] };
  const responses: Record<string, unknown> = {
    [KEYS]: keys,
    '/api/users/me/totp': { secret: 'ABCD', uri: 'otpauth://totp/x' },
    '/api/users/me/account': account,
  };
  fetchMock.mockImplementation((path) => {
    const response = responses[path as string];
    return Promise.resolve(response ? json(200, response) : json(404));
  });
  render(<SecurityTab />, { wrapper: inPage() });
  fireEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
  await screen.findByRole('button', { name: /Confirm/ });
  await screen.findByRole('button', { name: /Change address/ });
  const filled = screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('bg-accent-fill '));
  expect(filled).toHaveLength(1);
});
