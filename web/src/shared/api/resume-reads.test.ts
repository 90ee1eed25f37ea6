import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { makeQueryClient } from './query-client';
import { resumeReads } from './resume-reads';

vi.spyOn(console, 'error').mockImplementation(() => undefined);
let stop: () => void = () => undefined;
afterEach(() => stop());

/** The site can be reached again. */
const reach = () => window.dispatchEvent(new Event('online'));

it.each([
  ['a read that has brought nothing', undefined],
  ['a read of what is known from before', 'old'],
])('%s is repeated once the site can be reached', async (_what, before) => {
  const client = makeQueryClient();
  stop = resumeReads(client);
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError(0))
    .mockResolvedValue('new');
  const read = new QueryObserver(client, { queryKey: ['one'], queryFn, retry: false });
  client.setQueryData(['one'], before, { updatedAt: 1 });
  read.subscribe(() => undefined);
  await waitFor(() => expect(read.getCurrentResult().isError).toBe(true));
  reach();
  await waitFor(() => expect(read.getCurrentResult()).toMatchObject({ isSuccess: true, data: 'new' }));
});

it('a list whose next page has failed is not read again from its start', async () => {
  const client = makeQueryClient();
  stop = resumeReads(client);
  const queryFn = vi.fn<() => Promise<number>>().mockResolvedValueOnce(1).mockRejectedValue(new ApiError(0));
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn,
    initialPageParam: 0,
    getNextPageParam: (last) => last,
    retry: false,
  });
  list.subscribe(() => undefined);
  await waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  await list.fetchNextPage();
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true);
  reach();
  expect(queryFn).toHaveBeenCalledTimes(2);
});
