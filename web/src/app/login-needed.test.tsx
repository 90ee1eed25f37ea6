import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DialogHost } from './dialog-host';
import { AuthDialog, TipDialog } from './lazy-dialogs';
import { removeDialog } from '../shared/dialogs/dialog-store';
import { dropSession } from '../shared/session/session-store';
import { inPage } from '../test-client';
import { fetchMock, json } from '../test-fetch';
import { signInAs, tom } from '../test-members';
import { testPost } from '../test-post';
import { FollowingScreen } from '../routes/following';

beforeAll(() => Promise.all([AuthDialog.preload(), TipDialog.preload()]));
signInAs({ ...tom, tokens: 100, tokensNano: '100000000000' });
class Observer {
  observe = vi.fn();
  disconnect = vi.fn();
}
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Observer);
  fetchMock.mockImplementation((url) => {
    if ((url as string).endsWith('/like')) return Promise.resolve(json(401, { error: 'Please log in.' }));
    return Promise.resolve(json(200, { items: [testPost], nextCursor: null }));
  });
});
afterEach(() => act(removeDialog));

const dialog = (name: string) => screen.findByRole('dialog', { name });

/** Opens the feed of a member, and there the dialog of a tip. */
async function openTip() {
  const page = (
    <>
      <FollowingScreen />
      <DialogHost />
    </>
  );
  render(page, { wrapper: inPage() });
  await userEvent.click(await screen.findByRole('button', { name: /Send tokens/ }));
  await dialog('Send tokens');
}

it('a session that ends without a dialog offers the login at once', async () => {
  render(
    <>
      <FollowingScreen />
      <DialogHost />
    </>,
    { wrapper: inPage() },
  );
  await screen.findByRole('button', { name: /Send tokens/ });
  act(() => dropSession());
  await dialog('Welcome to Likewell');
});

it('a session that ends under a tip leaves its dialog, and offers the login once it is closed, not again', async () => {
  await openTip();
  act(() => dropSession());
  await screen.findByText('This page is for members.');
  await dialog('Send tokens');
  await userEvent.keyboard('{Escape}');
  await dialog('Welcome to Likewell');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a session that is found to have ended by a tip leads to the login that says so, and closed to no other', async () => {
  await openTip();
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Amount of LIKE' }), '{Enter}');
  await screen.findByText(/^Your session has ended and nothing was sent/);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
