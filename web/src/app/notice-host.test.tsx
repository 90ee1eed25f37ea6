import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { notify } from '../shared/notices/notice-store';
import { NoticeHost } from './notice-host';

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
