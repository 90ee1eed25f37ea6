import type { Post } from '@likewell/contracts/gateway/posts';
import type { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client';
import { dropSession, saveSession } from '../session/session-store';
import { inClient } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { mary, tom } from '../../test-members';
import { testPost } from '../../test-post';
import { prefetchPost, usePost } from './post.api';
import { postKeys } from './post-cache';

afterEach(() => {
  vi.unstubAllGlobals();
  act(() => dropSession());
});

it.each([404, 400])('stays missing after a %d, whatever a list says that is loaded later', async (status) => {
  respond(status, { error: 'No.' });
  const client = makeQueryClient();
  const { result, rerender } = renderHook(() => usePost(testPost.id), { wrapper: inClient(client) });
  await waitFor(() => expect(result.current).toMatchObject({ isMissing: true, hasFailed: true }));
  client.setQueryData(postKeys.topToday, [testPost]);
  rerender();
  expect(result.current).toMatchObject({ isMissing: true, hasFailed: true, post: undefined });
});

it('is read once where the start of the page has requested it already', async () => {
  respond(200, testPost);
  const client = makeQueryClient();
  await prefetchPost(client, String(testPost.id));
  const { result } = renderHook(() => usePost(testPost.id), { wrapper: inClient(client) });
  expect(result.current.post).toEqual(testPost);
  expect(fetchMock).toHaveBeenCalledOnce();
});

describe('a post that the page knows from another viewer', () => {
  const pending: Post = { ...testPost, review_status: 'pending', is_public: false };
  const hidden: Post = { ...testPost, is_public: false };
  const inOwnList = (client: QueryClient, post: Post) =>
    client.setQueryData(postKeys.member('mary', mary.id), {
      pages: [{ items: [post], nextCursor: null }],
      pageParams: [null],
    });
  const readBy = (viewerId: number | null) => (client: QueryClient, post: Post) =>
    client.setQueryData(postKeys.post(post.id, viewerId), post);

  it.each([
    ['an approved one that a visitor read is', readBy(null), testPost, tom, true],
    ['an approved one that a member read is', readBy(mary.id), testPost, null, true],
    ["an approved one of a member's list is", inOwnList, testPost, tom, true],
    ["its author's pending one is", inOwnList, pending, mary, true],
    ["another author's pending one of a list is not, for a member", inOwnList, pending, tom, false],
    ["another author's pending one of a list is not, for a visitor", inOwnList, pending, null, false],
    ['an approved one that is hidden, as a moderator read it, is not', readBy(tom.id), hidden, null, false],
    ["another author's pending one that they read is not", readBy(mary.id), pending, tom, false],
  ])('%s shown before the response', async (_which, know, known, viewer, isShown) => {
    const client = makeQueryClient();
    know(client, known);
    if (viewer) saveSession('secret', viewer);
    const answer = respondLater();
    const { result } = renderHook(() => usePost(known.id), { wrapper: inClient(client) });
    expect(result.current.post).toEqual(isShown ? known : undefined);
    answer(200, { ...testPost, body: 'Read again' });
    await waitFor(() => expect(result.current.post?.body).toBe('Read again'));
  });

  it('is shown as it was read last, rather than as a list has it', () => {
    const client = makeQueryClient();
    inOwnList(client, testPost);
    const newer = { ...testPost, body: 'Newer' };
    readBy(null)(client, newer);
    act(() => saveSession('secret', tom));
    respondLater();
    const { result } = renderHook(() => usePost(testPost.id), { wrapper: inClient(client) });
    expect(result.current.post).toEqual(newer);
  });

  it('is not shown where it was found to be gone', async () => {
    const client = makeQueryClient();
    readBy(null)(client, testPost);
    inOwnList(client, testPost);
    await client.invalidateQueries();
    respond(404, { error: 'Post not found' });
    const { result, rerender } = renderHook(() => usePost(testPost.id), { wrapper: inClient(client) });
    await waitFor(() => expect(result.current.isMissing).toBe(true));
    respondLater();
    act(() => saveSession('secret', tom));
    rerender();
    expect(result.current.post).toBeUndefined();
  });
});
