import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../shared/api/query-client';
import { PageRouter } from '../shared/history/page-router';
import { OtherScreen } from './other';

const fetchMock = vi.fn<typeof fetch>();

afterEach(() => vi.unstubAllGlobals());

it('a password that was set stays set when its link has left the address, until another link is opened', async () => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockImplementation(() => Promise.resolve(new Response('{}')));
  history.pushState(null, '', '/account/reset-password');
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <PageRouter>
        <OtherScreen />
      </PageRouter>
    </QueryClientProvider>,
  );
  await openLink('a');
  await userEvent.type(screen.getByLabelText('New password'), 'staple, quite another');
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'staple, quite another{Enter}');
  expect(await screen.findByText(/Your new password is set/)).toBeTruthy();
  expect(fetchMock.mock.lastCall?.[1]?.body).toContain('a'.repeat(43));
  // What makes the router read the address anew.
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(screen.getByText(/Your new password is set/)).toBeTruthy();
  await openLink('b');
  expect(screen.getByLabelText('New password')).toBeTruthy();
});

/** In the same tab; the secret is gone from the address when its page is there. */
async function openLink(letter: string): Promise<void> {
  act(() => location.assign(`#${letter.repeat(43)}`));
  await vi.waitFor(() => expect(location.hash).toBe(''));
}
