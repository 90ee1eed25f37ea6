import type { Post } from '@likewell/contracts/gateway/posts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { profilesKey } from '../../shared/members/profile.api';
import { postKeys } from '../../shared/posts/post-cache';
import { inClient } from '../../test-client';
import { fetchMock } from '../../test-fetch';
import { testPost } from '../../test-post';
import { useReviewWatch } from './use-review-watch';

const NOW = new Date('2025-06-15T12:00:00Z');
const pending: Post = { ...testPost, created_at: NOW.toISOString(), review_status: 'pending' };
const respondAlways = (post: Post) =>
  fetchMock.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(post))));

async function watch(post: Post, isOwn = true) {
  const client = makeQueryClient();
  client.setQueryData(postKeys.post(post.id, 1), post);
  const readProfile = vi.fn(() => Promise.resolve({ posts: 81 }));
  const useScreen = () => {
    const staleTime = Infinity;
    useQuery({ queryKey: [...profilesKey, 1], queryFn: readProfile, initialData: { posts: 80 }, staleTime });
    const { data = post } = useQuery<Post>({ queryKey: postKeys.post(post.id, 1), queryFn: skipToken });
    useReviewWatch(data, isOwn);
  };
  const { unmount } = renderHook(useScreen, { wrapper: inClient(client) });
  await vi.dynamicImportSettled();
  return { unmount, readProfile, shown: () => client.getQueryData<Post>(postKeys.post(post.id, 1)) };
}

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.useRealTimers();
});

describe('a pending own post', () => {
  it('is seen to be approved without a reload', async () => {
    respondAlways({ ...pending, review_status: 'approved' });
    const { shown, readProfile } = await watch(pending);
    expect(readProfile).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown()?.review_status).toBe('approved');
    await vi.dynamicImportSettled();
    expect(readProfile).toHaveBeenCalledTimes(1);
  });

  it('is looked at a few times at the most, when a moderator has to decide', async () => {
    respondAlways(pending);
    await watch(pending);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(fetchMock).toHaveBeenCalledTimes(9);
  });

  it('is left alone once nobody looks at it', async () => {
    respondAlways(pending);
    const { unmount } = await watch(pending);
    unmount();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it.each([
    ['of somebody else', pending, false],
    ['that was approved', { ...pending, review_status: 'approved' as const }, true],
    ['that has waited for long', { ...pending, id: 8, created_at: '2025-06-15T11:00:00Z' }, true],
  ])('%s is not asked for', async (_which, post, isOwn) => {
    respondAlways(post);
    await watch(post, isOwn);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

it('a verdict that a read of the screen brings reaches the lists of everybody, too', async () => {
  const client = makeQueryClient();
  const list = (post: Post) => ({ pages: [{ items: [post], nextCursor: null }], pageParams: [null] });
  client.setQueryData(postKeys.best, list(testPost));
  const old: Post = { ...pending, created_at: '2025-06-15T11:00:00Z', body: 'Flour and water' };
  const { rerender } = renderHook((post: Post) => useReviewWatch(post, true), {
    wrapper: inClient(client),
    initialProps: old,
  });
  expect(client.getQueryData(postKeys.best)).toEqual(list(testPost));
  const approved: Post = { ...old, review_status: 'approved' };
  rerender(approved);
  await vi.dynamicImportSettled();
  expect(client.getQueryData(postKeys.best)).toEqual(list(approved));
});

it('another post in the same place is no verdict', async () => {
  const client = makeQueryClient();
  client.setQueryData(postKeys.topToday, [{ ...testPost, id: 9, body: 'Newer' }]);
  const { rerender } = renderHook((post: Post) => useReviewWatch(post, true), {
    wrapper: inClient(client),
    initialProps: pending,
  });
  rerender({ ...testPost, id: 9 });
  await vi.dynamicImportSettled();
  expect(client.getQueryData(postKeys.topToday)).toMatchObject([{ body: 'Newer' }]);
});
