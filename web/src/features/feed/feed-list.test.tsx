import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { testPost } from '../../test-post';
import { watchRegions } from '../../test-regions';
import { FeedList } from './feed-list';

const feed = { pages: [[testPost]], isLoaded: true, loadMore: null };
class Observer {
  observe = () => undefined;
  disconnect = () => undefined;
}
vi.stubGlobal('IntersectionObserver', Observer);

const list = (isLoading: boolean) => (
  <FeedList feed={{ ...feed, isLoading }} renderPost={({ title }) => <article>{title}</article>} />
);

it('posts can be read on while the next page loads, and that it loads is read out', async () => {
  const { rerender } = render(list(false));
  await screen.findByRole('article');
  const isReadOut = watchRegions();
  rerender(list(true));
  await isReadOut('Loading posts');
  // Screen readers leave out what is busy, with all that is in it.
  for (const part of [screen.getByRole('article'), screen.getByRole('status')])
    expect(part.matches('[aria-busy=true] *')).toBe(false);
});
