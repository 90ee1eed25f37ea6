import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inPage } from '../../test-client';
import { respond } from '../../test-fetch';
import { TopToday } from './top-today';

vi.spyOn(console, 'error').mockImplementation(() => undefined);

it('says on a quiet day that there are no posts yet, and leads to the newest', async () => {
  respond(200, { items: [], nextCursor: null });
  render(<TopToday />, { wrapper: inPage() });
  expect((await screen.findByRole('link', { name: 'See the newest' })).getAttribute('href')).toBe('/new');
  expect(screen.getByRole('region', { name: 'Top today' }).textContent).toContain('No posts yet today.');
});

it('shows nothing while it cannot be read', async () => {
  respond(400, { error: 'x', code: 'INVALID_INPUT' });
  const { container } = render(<TopToday />, { wrapper: inPage() });
  await vi.waitFor(() => expect(container.innerHTML).toBe(''));
});
