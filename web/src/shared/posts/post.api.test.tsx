import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client';
import { inClient } from '../../test-client';
import { fetchMock, respond } from '../../test-fetch';
import { testPost } from '../../test-post';
import { prefetchPost, usePost } from './post.api';
import { postKeys } from './post-cache';

afterEach(() => {
  vi.unstubAllGlobals();
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
