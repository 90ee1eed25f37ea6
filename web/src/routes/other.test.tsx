import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { PageRouter } from '../shared/history/page-router';
import { inClient } from '../test-client';
import { fetchMock } from '../test-fetch';
import { OtherScreen } from './other';

afterEach(() => vi.unstubAllGlobals());

it('a password that was set stays set when its link has left the address, until another link is opened', async () => {
  fetchMock.mockImplementation(() => Promise.resolve(new Response('{}')));
  open('/account/reset-password');
  await openLink('a');
  await userEvent.type(screen.getByLabelText('New password'), 'staple, quite another');
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'staple, quite another{Enter}');
  expect(await screen.findByText(/Your new password is set/)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Set a new password');
  expect(fetchMock.mock.lastCall?.[1]?.body).toContain('a'.repeat(43));
  // Makes the router read the address again.
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.getByText(/Your new password is set/)).toBeTruthy();
  await openLink('b');
  expect(screen.getByLabelText('New password')).toBeTruthy();
});

it('who sets a new password is told when it is easy to guess', async () => {
  open('/account/reset-password');
  await userEvent.type(screen.getByLabelText('New password'), 'password1');
  expect(await screen.findByText(/Too easy to guess/)).toBeTruthy();
});

it.each([
  [{ username: 'mary' }, ' for the account mary'],
  // So responds an auth of the previous release.
  [{}, ''],
])('who opens the link to an address is told for which account it is confirmed: %j', async (named, told) => {
  const response = JSON.stringify({ email: 'mary@example.org', ...named });
  fetchMock.mockImplementation(() => Promise.resolve(new Response(response)));
  open('/account/verify-email');
  await openLink('a');
  await userEvent.click(await screen.findByRole('button', { name: /^Confirm my address/ }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain(`mary@example.org is confirmed${told}. If you`),
  );
});

function open(path: string): void {
  history.pushState(null, '', path);
  render(
    <PageRouter>
      <OtherScreen />
    </PageRouter>,
    { wrapper: inClient() },
  );
}

/** Opens a link in the same tab; the secret is gone from the address once its page is shown. */
async function openLink(letter: string): Promise<void> {
  act(() => location.assign(`#${letter.repeat(43)}`));
  await waitFor(() => expect(location.hash).toBe(''));
}
