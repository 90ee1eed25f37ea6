import { securityEvents, type SecurityEventItem } from '@likewell/contracts/gateway/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

export type { SecurityEventItem };

/** What happened to the member's account, newest first, page by page. */
export function useTrail() {
  const memberId = useUser()?.id ?? null;
  const trail = useInfiniteQuery({
    queryKey: ['security-events', memberId],
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(securityEvents, { query: { cursor: pageParam }, signal });
      if (!Array.isArray(page.items)) throw new ApiError(200);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  return { ...trail, items: trail.data?.pages.flatMap(({ items }) => items) ?? [] };
}
