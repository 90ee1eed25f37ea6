import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inPage } from '../../test-client';
import { testPost } from '../../test-post';
import { FeedPost } from './feed-post';

it('a post renders again when it changes, and not with the list that it stands in', async () => {
  const titleRead = vi.fn(() => 'Rye bread');
  const post = Object.defineProperty({ ...testPost }, 'title', { get: titleRead });
  const { rerender } = render(<FeedPost post={post} />, { wrapper: inPage() });
  await screen.findByText('Rye bread');
  titleRead.mockClear();
  rerender(<FeedPost post={post} />);
  expect(titleRead).not.toHaveBeenCalled();
  rerender(<FeedPost post={{ ...testPost, title: 'Sourdough' }} />);
  expect(screen.getByText('Sourdough')).toBeTruthy();
});
