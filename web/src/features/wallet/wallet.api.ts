import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { type HistoryItem, walletHistory, walletWeek } from '@likewell/contracts/gateway/wallet';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

/** `chain` is what came from and went to the blockchain, `all` every change of the balance. */
export type HistoryView = 'chain' | 'all';

/**
 * The member's history, newest first. More pages exist while `nextCursor` is present; a load is skipped if
 * one is running or there are no more (spec, section 4). A failure stops it silently (section 8).
 */
export function useWalletHistory(view: HistoryView) {
  const memberId = useUser()?.id ?? null;
  const history = useInfiniteQuery({
    queryKey: ['wallet-history', memberId, view],
    queryFn: ({ pageParam, signal }) => fetchHistory(view, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Each visit reads from the start, rather than again all that was scrolled through.
    gcTime: 0,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = history;
  return {
    // The last line is what epochs have added so far, also where that is nothing.
    items:
      history.data?.pages.flatMap(({ items }) => items).filter(({ amountNano }) => amountNano !== '0') ?? [],
    isLoading: history.isPending || history.isFetchingNextPage,
    isLoaded: history.data !== undefined,
    loadMore: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  };
}
export type { HistoryItem };

async function fetchHistory(view: HistoryView, cursor: string | null, signal: AbortSignal) {
  const page = await call(walletHistory, {
    query: view === 'all' ? { kinds: 'all', cursor } : { cursor },
    signal,
  });
  if (!Array.isArray(page.items)) throw new ApiError(200);
  return page;
}

export type WeekTotal = RouteResponse<typeof walletWeek>['earned'];

/** What tips brought the member and what they tipped in the seven days before now. */
export function useWeek() {
  const memberId = useUser()?.id ?? null;
  return useQuery({
    queryKey: ['wallet-week', memberId],
    queryFn: async ({ signal }) => {
      const week = await call(walletWeek, { signal });
      if (!('earned' in week)) throw new ApiError(200);
      return week;
    },
    gcTime: 0,
  });
}
