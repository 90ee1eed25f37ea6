import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DialogRequest, openDialog, removeDialog } from '../shared/dialogs/dialog-store';
import { dropSession, saveSession } from '../shared/session/session-store';
import { inPage } from '../test-client';
import { fetchMock } from '../test-fetch';
import { tom } from '../test-members';
import { testPost } from '../test-post';
import { DialogHost } from './dialog-host';
import { ConfirmDialog, ShareDialog, TipDialog } from './lazy-dialogs';

beforeAll(() => Promise.all([ConfirmDialog, ShareDialog, TipDialog].map((part) => part.preload())));
beforeEach(() => {
  fetchMock.mockImplementation(() => new Promise(() => undefined));
  saveSession('secret', { ...tom, tokens: 100, tokensNano: '100000000000' });
});
afterEach(async () => {
  act(removeDialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dropSession();
});

const confirm: DialogRequest = { kind: 'confirm', ways: ['password'], onConfirmed: () => undefined };

it.each<[string, DialogRequest, RegExp]>([
  ['a tip says to whom it goes', { kind: 'tip', post: testPost }, /^To mary for “Bread”$/],
  ['a confirmation says what for', confirm, /^This changes how your account/],
  ['the member’s link says what it brings', { kind: 'share', postId: 7 }, /^Share this post with your link/],
])('the dialog of %s as it opens', async (_, request, description) => {
  render(<DialogHost />, { wrapper: inPage() });
  act(() => openDialog(request));
  expect(await screen.findByRole('dialog', { description })).toBeTruthy();
});

it('the dialog that invites a visitor to share says so as it opens', async () => {
  dropSession();
  render(<DialogHost />, { wrapper: inPage() });
  act(() => openDialog({ kind: 'share', postId: 7 }));
  expect(await screen.findByRole('dialog', { description: /Sign up to get yours/ })).toBeTruthy();
});
