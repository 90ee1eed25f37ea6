import type { Post } from '@likewell/contracts/gateway/posts';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inPage } from '../../test-client';
import { mary, signInAs, tom } from '../../test-members';
import { testPost } from '../../test-post';
import { PostCard } from './post-card';

signInAs(mary);

const show = (changes: Partial<Post>) =>
  render(<PostCard post={{ ...testPost, ...changes }} />, { wrapper: inPage() });
const button = (name: RegExp) => screen.queryByRole('button', { name });

const byTom = { author: { ...testPost.author, id: tom.id, username: 'tom' } };

it.each(['pending', 'rejected'] as const)(
  'an own post that nobody else may read yet (%s) has no Share',
  (status) => {
    show({ review_status: status, is_public: false });
    expect(screen.getByRole('status').textContent).toContain('your post');
    expect(button(/^Share/)).toBeNull();
  },
);

it.each(['pending', 'rejected'] as const)('a public post whose newest edit is %s is shared', (status) => {
  show({ review_status: status, is_public: true });
  expect(button(/^Share/)).not.toBeNull();
});

it('a post of a release that does not say whether it is public is shared and tipped', () => {
  const { is_public: _, ...post } = { ...testPost, ...byTom };
  render(<PostCard post={post} />, { wrapper: inPage() });
  expect(button(/^Share/)).not.toBeNull();
  expect(button(/^Tip/)).not.toBeNull();
});

it('a moderator reads that a post of somebody else is not public, and can neither tip nor share it', () => {
  const { container } = show({ ...byTom, review_status: 'rejected', is_public: false });
  expect(container.textContent).toContain('Rejected: only the author and moderators can read this post.');
  expect(screen.queryByRole('status')).toBeNull();
  expect([button(/^Share/), button(/^Tip/)]).toEqual([null, null]);
});

it('a post that is also one of the best below it is named by its own heading in both places', () => {
  const cards = (
    <>
      <PostCard post={testPost} expanded />
      <PostCard post={testPost} />
    </>
  );
  render(cards, { wrapper: inPage() });
  const headings = screen.getAllByRole('article').map((card) => card.getAttribute('aria-labelledby'));
  expect(headings).toEqual(screen.getAllByRole('heading').map(({ id }) => id));
  expect(new Set(headings).size).toBe(2);
});
