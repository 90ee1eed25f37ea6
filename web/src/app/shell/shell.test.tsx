import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { Shell } from './shell';

it('skipping to the content gives it the focus and leaves the fragment to the screen', async () => {
  history.replaceState(null, '', '/settings#security');
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <Shell>The content</Shell>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main').matches(':focus')).toBe(true);
  expect(location.hash).toBe('#security');
});
