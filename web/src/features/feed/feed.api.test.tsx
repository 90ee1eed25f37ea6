import type { Post } from '@likewell/contracts/gateway/posts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { removePost, updatePost } from '../../shared/posts/change-posts';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { inPage } from '../../test-client';
import { testPost } from '../../test-post';
import { fetchMock, json, respond } from '../../test-fetch';
import { tom } from '../../test-members';
import { useFollowingFeed, useNewFeed, useTopToday } from './feed.api';

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const posts = (...ids: number[]) => ids.map((id) => ({ id, title: `Post ${id}` }) as Post);
const asked = () => fetchMock.mock.calls.map(([url]) => url);

function openFeed(useFeed = useNewFeed, client = makeQueryClient()) {
  return renderHook(() => useFeed(), { wrapper: inPage(client) });
}

afterEach(() => {
  vi.useRealTimers();
  logged.mockClear();
});

describe('a feed (spec, sections 4 and 8)', () => {
  it('loads page after page and stops when no nextCursor comes back', async () => {
    respond(200, { items: posts(3, 2), nextCursor: 'older' });
    respond(200, { items: posts(1), nextCursor: null });
    const { result: feed } = openFeed();
    expect(feed.current).toMatchObject({ posts: [], isLoading: true, loadMore: null });
    await waitFor(() => expect(feed.current.posts).toHaveLength(2));
    act(() => feed.current.loadMore?.());
    await waitFor(() => expect(feed.current.posts.map(({ id }) => id)).toEqual([3, 2, 1]));
    expect(feed.current).toMatchObject({ isLoading: false, isComplete: true, loadMore: null });
    expect(asked()).toEqual(['/api/posts/new?cursor=', '/api/posts/new?cursor=older']);
  });

  it('keeps what is loaded when a page fails, stops, and tells the console alone [8.silent-feed]', async () => {
    respond(200, { items: posts(3, 2), nextCursor: 'older' });
    respond(400, { error: 'This page link is no longer valid.' });
    const { result: feed } = openFeed();
    await waitFor(() => expect(feed.current.loadMore).not.toBeNull());
    act(() => feed.current.loadMore?.());
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    await waitFor(() => expect(feed.current).toMatchObject({ isLoading: false, loadMore: null }));
    expect(feed.current.posts).toHaveLength(2);
  });

  it('keeps a tip and a deletion that come while a page loads, and gets that page', async () => {
    respond(200, { items: posts(3, 2), nextCursor: 'older' });
    const client = makeQueryClient();
    const { result: feed } = openFeed(useNewFeed, client);
    await waitFor(() => expect(feed.current.loadMore).not.toBeNull());
    const pages: ((response: Response) => void)[] = [];
    fetchMock.mockImplementation(() => new Promise((resolve) => pages.push(resolve)));
    act(() => feed.current.loadMore?.());
    act(() => {
      updatePost(client, { ...testPost, id: 3, likesSumNano: '5' });
      removePost(client, 2);
    });
    await waitFor(() => expect(feed.current.posts.map(({ id }) => id)).toEqual([3]));
    expect(feed.current).toMatchObject({ isLoading: true, loadMore: null });
    for (const arrive of pages) arrive(json(200, { items: posts(1), nextCursor: null }));
    await waitFor(() => expect(feed.current.isComplete).toBe(true));
    expect(feed.current.posts).toMatchObject([{ id: 3, likesSumNano: '5' }, { id: 1 }]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('shows nothing and loads no more when the first page is no page', async () => {
    respond(200, { items: 'garbage' });
    const { result: feed } = openFeed();
    await waitFor(() => expect(feed.current.isLoading).toBe(false));
    expect(feed.current).toMatchObject({ posts: [], isLoaded: false, loadMore: null });
  });

  it('shows a post once that two pages hold', async () => {
    respond(200, { items: posts(3, 2), nextCursor: 'older' });
    respond(200, { items: posts(2, 1), nextCursor: null });
    const { result: feed } = openFeed();
    await waitFor(() => expect(feed.current.loadMore).not.toBeNull());
    act(() => feed.current.loadMore?.());
    await waitFor(() => expect(feed.current.posts.map(({ id }) => id)).toEqual([3, 2, 1]));
  });

  it('stays for half an hour after its screen was left, for whoever comes back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    respond(200, { items: posts(3, 2), nextCursor: null });
    const client = makeQueryClient();
    const { result: feed, unmount } = openFeed(useNewFeed, client);
    await waitFor(() => expect(feed.current.isLoaded).toBe(true));
    unmount();
    vi.advanceTimersByTime(29 * 60_000);
    const { result: returned, unmount: leave } = openFeed(useNewFeed, client);
    expect(returned.current.posts).toHaveLength(2);
    leave();
    vi.advanceTimersByTime(31 * 60_000);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it('of Following filters out duplicate ids, and asks with the session', async () => {
    saveSession('secret', tom);
    respond(200, { items: posts(5, 4, 4), nextCursor: 'older' });
    respond(200, { items: posts(4, 3, 5), nextCursor: null });
    const { result: feed } = openFeed(useFollowingFeed);
    await waitFor(() => expect(feed.current.loadMore).not.toBeNull());
    expect(feed.current.posts.map(({ id }) => id)).toEqual([5, 4]);
    act(() => feed.current.loadMore?.());
    await waitFor(() => expect(feed.current.posts.map(({ id }) => id)).toEqual([5, 4, 3]));
    expect(feed.current.pages.map((page) => page.length)).toEqual([2, 1]);
    const path = '/api/posts/following/posts';
    expect(asked()).toEqual([`${path}?cursor=`, `${path}?cursor=older`]);
    expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer secret');
    dropSession();
  });
});

it('the best of today do not stay those of the day on which the page was opened', async () => {
  vi.useFakeTimers();
  fetchMock.mockImplementation(() => Promise.resolve(json(200, { items: posts(1), nextCursor: null })));
  renderHook(() => useTopToday(), { wrapper: inPage() });
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(asked()).toHaveLength(3);
});
