import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { LeaveQuestion } from '../../shared/ui/leave-question';
import { inPage } from '../../test-client';
import { MobileMenu } from './mobile-menu';

const Path = () => <p>{`Path: ${useLocation().pathname}`}</p>;

it('a link in the menu closes it, also where the page asks before it is left', async () => {
  // Missing in jsdom.
  Object.assign(HTMLDialogElement.prototype, { showModal: vi.fn(), close: vi.fn() });
  const page = (
    <>
      <MobileMenu />
      <LeaveQuestion isUnsaved isKept />
      <Path />
    </>
  );
  render(page, { wrapper: inPage() });
  const button = screen.getByRole('button', { name: 'Menu' });
  // Its focus fetches the sheet.
  act(() => button.focus());
  await act(() => import('./mobile-menu-sheet'));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('link', { name: 'New' }));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull());
  expect(screen.getByText('Path: /')).toBeTruthy();
  await userEvent.click(screen.getByText('Leave'));
  expect(await screen.findByText('Path: /new')).toBeTruthy();
});
