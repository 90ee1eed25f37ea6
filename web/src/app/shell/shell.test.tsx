import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { dropSession, saveSession, updateUser } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { fetchMock, respond } from '../../test-fetch';
import { mary } from '../../test-members';
import { Shell } from './shell';

afterEach(() => act(() => dropSession()));

it('skipping to the content gives it the focus and leaves the fragment to the screen', async () => {
  history.replaceState(null, '', '/settings#security');
  render(<Shell>The content</Shell>, { wrapper: inPage() });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main').matches(':focus')).toBe(true);
  expect(location.hash).toBe('#security');
});

it('who is about to lose their account reads so above the screen, which has the focus once they stay', async () => {
  saveSession('secret', mary);
  render(<Shell>The content</Shell>, { wrapper: inPage() });
  await act(async () => {
    updateUser({ deletion_at: '2026-12-01T12:00:00Z' });
    await import('../../features/leaving/stay-notice');
  });
  const notice = screen.getByRole('complementary', { name: 'Your account' });
  const main = screen.getByRole('main');
  expect(notice.compareDocumentPosition(main)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  respond(200, {});
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(notice.isConnected).toBe(false));
  expect(fetchMock).toHaveBeenCalledOnce();
  expect(main.matches(':focus')).toBe(true);
});

it('who logs out by keyboard goes on from the screen, since the menu’s button goes with the session', async () => {
  saveSession('secret', mary);
  render(<Shell>The content</Shell>, { wrapper: inPage() });
  // Its focus fetches the menu.
  act(() => screen.getByRole('button', { name: 'Account of mary' }).focus());
  await act(() => import('./account-menu-panel'));
  await userEvent.keyboard('{Enter}');
  const item = await screen.findByRole('menuitem', { name: 'Logout' });
  act(() => item.focus());
  respond(200, {});
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('main').matches(':focus')).toBe(true));
  expect(screen.queryByRole('menu')).toBeNull();
});
