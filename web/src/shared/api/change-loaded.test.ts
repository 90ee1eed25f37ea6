import type { Page } from '@likewell/contracts/core/page';
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { changeItems, changeLoaded } from './change-loaded';
import { makeQueryClient } from './query-client';

interface Read {
  cursor: unknown;
  signal: AbortSignal;
  respond: (value: unknown) => void;
  fail: (error: Error) => void;
}

const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
/** The reads so far, each answered by hand. */
let reads: Read[];
const read = ({ pageParam, signal }: { pageParam?: unknown; signal: AbortSignal }) =>
  new Promise<unknown>((respond, fail) => {
    reads.push({ cursor: pageParam, signal, respond, fail });
  });
const begun = (count: number) => waitFor(() => expect(reads).toHaveLength(count));
const double = (items: number[]) => items.map((item) => 2 * item);

beforeEach(() => {
  reads = [];
});
afterEach(() => logged.mockClear());

describe('a list that changes while its next page is under way', () => {
  /** A list with the items 1 and 2, whose next page has been requested. */
  async function openList() {
    const client = makeQueryClient();
    const list = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: async (context) => (await read(context)) as Page<number>,
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }: Page<number>) => nextCursor,
      retry: false,
    });
    list.subscribe(() => undefined);
    reads[0]?.respond({ items: [1, 2], nextCursor: 'next' });
    await waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
    const next = list.fetchNextPage();
    await begun(2);
    changeItems<number>(client, ['list'], double);
    await begun(3);
    return { list, next, items: () => list.getCurrentResult().data?.pages.map(({ items }) => items) };
  }

  it('keeps the change, and gets that page all the same', async () => {
    const { next, list, items } = await openList();
    expect(items()).toEqual([[2, 4]]);
    expect(list.getCurrentResult().isFetchingNextPage).toBe(true);
    expect([reads[1]?.signal.aborted, reads[2]?.cursor]).toEqual([true, 'next']);
    reads[1]?.respond({ items: [9], nextCursor: null });
    reads[2]?.respond({ items: [3], nextCursor: null });
    await next;
    expect(items()).toEqual([[2, 4], [3]]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('stops after a failure of that page as after any other', async () => {
    const { list, items } = await openList();
    reads[2]?.fail(new ApiError(503));
    await waitFor(() => expect(list.getCurrentResult().isFetchNextPageError).toBe(true));
    expect(items()).toEqual([[2, 4]]);
    expect(logged).toHaveBeenCalledOnce();
  });
});

it('a read that renews what is loaded begins again', async () => {
  const client = makeQueryClient();
  client.setQueryData(['one'], 1, { updatedAt: 1 });
  const one = new QueryObserver<unknown>(client, { queryKey: ['one'], queryFn: read });
  one.subscribe(() => undefined);
  await begun(1);
  changeLoaded<number>(client, ['one'], (value) => value + 1);
  await begun(2);
  reads[0]?.respond(1);
  reads[1]?.respond(3);
  await waitFor(() => expect(one.getCurrentResult().isFetching).toBe(false));
  expect(one.getCurrentResult().data).toBe(3);
});

it('a first read, which may bring what was before the change, begins again without an end between', async () => {
  const client = makeQueryClient();
  const one = new QueryObserver<unknown>(client, { queryKey: ['one'], queryFn: read });
  const results: unknown[] = [];
  one.subscribe(({ status, data }) => results.push(data ?? status));
  await begun(1);
  changeLoaded<number>(client, ['one'], (value) => value + 1);
  await begun(2);
  reads[0]?.respond(1);
  reads[1]?.respond(2);
  await waitFor(() => expect(one.getCurrentResult().data).toBe(2));
  expect([new Set(results), reads[0]?.signal.aborted]).toEqual([new Set(['pending', 2]), true]);
  expect(logged).not.toHaveBeenCalled();
});
