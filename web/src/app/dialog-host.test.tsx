import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openDialog, removeDialog } from '../shared/dialogs/dialog-store';
import { DialogHost } from './dialog-host';
import { ShareDialog } from './lazy-dialogs';

beforeAll(() => ShareDialog.preload());
afterEach(() => vi.unstubAllGlobals());

it('a dialog whose code is there is rendered after the press that asks for it, which is painted before', async () => {
  render(
    <MemoryRouter>
      <DialogHost />
    </MemoryRouter>,
  );
  // Rendered as in a browser: `act` would render everything at once.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const button = document.createElement('button');
  button.addEventListener('click', () => openDialog({ kind: 'share', postId: 7 }));
  button.click();
  // A synchronous rendering after a press ends with the microtasks that the press has queued.
  for (let task = 0; task < 100; task += 1) await Promise.resolve();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('dialog', { name: 'Share and earn' })).toBeDefined();
  removeDialog();
});
