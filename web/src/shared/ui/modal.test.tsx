import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inPage } from '../../test-client';
import { Modal } from './modal';

const page = (opener: HTMLElement | null) => (
  <>
    <a href="#main">Skip to content</a>
    <main id="main" tabIndex={-1}>
      <div role="tabpanel" tabIndex={-1}>
        <a href="/p/7">The first post</a>
      </div>
    </main>
    <Modal title="Welcome" opener={opener} onClosed={() => undefined}>
      {() => <input aria-label="Name" />}
    </Modal>
  </>
);

it.each([
  ['has gone, as Login in the header after a login', () => document.createElement('button')],
  ['is the page, as where it opened by itself', () => document.body],
  [
    'is the screen, as after a press in Safari, which gives it the focus',
    () => screen.getByRole('main', { hidden: true }),
  ],
  ['is a part of the screen, as after such a press', () => screen.getByRole('tabpanel', { hidden: true })],
])('the screen has the focus after a modal whose opener %s', async (_, opener) => {
  const { rerender } = render(page(null), { wrapper: inPage() });
  rerender(page(opener()));
  await userEvent.click(screen.getByRole('textbox', { name: 'Name' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('main').matches(':focus')).toBe(true);
});
