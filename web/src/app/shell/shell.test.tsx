import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inPage } from '../../test-client';
import { Shell } from './shell';

it('skipping to the content gives it the focus and leaves the fragment to the screen', async () => {
  history.replaceState(null, '', '/settings#security');
  render(<Shell>The content</Shell>, { wrapper: inPage() });
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main').matches(':focus')).toBe(true);
  expect(location.hash).toBe('#security');
});
