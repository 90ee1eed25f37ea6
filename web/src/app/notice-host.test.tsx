import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { notify } from '../shared/notices/notice-store';
import { Modal } from '../shared/ui/modal';
import { Status } from '../shared/ui/status';
import { dropSession, saveSession } from '../shared/session/session-store';
import { inPage } from '../test-client';
import { mary } from '../test-members';
import { NoticeHost } from './notice-host';

afterEach(() => dropSession());

it('the focus goes on to the next notice, and at last back to where it was', async () => {
  render(
    <>
      <NoticeHost />
      <main id="main" tabIndex={-1}>
        The screen
        <button>Tip</button>
      </main>
    </>,
  );
  const buttons = () => screen.getAllByRole('button', { name: 'Dismiss' });
  const hasFocus = () => buttons().map((button) => button.matches(':focus'));
  act(() => ['One', 'Two', 'Three'].forEach((text) => notify(text)));
  screen.getByRole('button', { name: 'Tip' }).focus();
  buttons()[1]?.focus();
  await userEvent.keyboard('{Enter}');
  expect(hasFocus()).toEqual([false, true]);
  await userEvent.keyboard('{Enter}');
  expect(hasFocus()).toEqual([true]);
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toBe('Tip');
});

it('a further notice is read out alone, and the button that dismisses it says which', async () => {
  render(<NoticeHost />);
  act(() => ['Your tip of 1 LIKE was sent.', 'Your tip of 2 LIKE was sent.'].forEach((text) => notify(text)));
  const regions = screen.getAllByRole('status').filter(({ textContent }) => textContent !== '');
  expect(regions.map(({ ariaAtomic }) => ariaAtomic)).toEqual(['false']);
  for (const amount of [1, 2]) {
    const description = `Your tip of ${amount} LIKE was sent.`;
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss', description }));
    expect(screen.queryByText(description)).toBeNull();
  }
});

it('the welcome of a new member is below the notices, which do not cover it', async () => {
  render(<NoticeHost />, { wrapper: inPage() });
  await act(async () => {
    saveSession('secret', { ...mary, bonus_due_on: '2026-11-30' });
    notify('One');
    await import('../features/welcome/welcome');
  });
  const welcome = await screen.findByRole('region', { name: 'Welcome' });
  expect(screen.getByText('One').compareDocumentPosition(welcome)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
});

it('the screen has the focus where nothing had it before', async () => {
  render(
    <>
      <NoticeHost />
      <main id="main" tabIndex={-1}>
        The screen
      </main>
    </>,
  );
  act(() => notify('One'));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(document.activeElement?.textContent).toBe('The screen');
});

it('a notice that comes while a dialog is open is hidden from nobody', async () => {
  render(
    <>
      <NoticeHost />
      <main>The screen</main>
      <Modal title="Send tokens" opener={null} onClosed={() => undefined}>
        {() => 'The dialog'}
      </Modal>
    </>,
  );
  await screen.findByRole('dialog');
  act(() => notify('One'));
  expect(screen.queryByRole('main')).toBeNull();
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy();
});

it('a region of the screen below a dialog is hidden with all of it', async () => {
  render(
    <>
      <Status>
        <button>Login</button>
      </Status>
      <Modal title="Send tokens" opener={null} onClosed={() => undefined}>
        {() => 'The dialog'}
      </Modal>
    </>,
  );
  await screen.findByRole('dialog');
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
});
