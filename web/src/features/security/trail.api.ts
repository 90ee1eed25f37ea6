import { securityEvents, type SecurityEventItem } from '@likewell/contracts/gateway/users';
import { callList } from '../../shared/api/client';
import { usePagedList } from '../../shared/api/use-paged-list';
import { useUser } from '../../shared/session/session-store';

export type { SecurityEventItem };

/** Reads the security events of the member's account, newest first, page by page. */
export function useTrail() {
  const memberId = useUser()?.id ?? null;
  return usePagedList({
    queryKey: ['security-events', memberId],
    fetchPage: (cursor, signal) => callList(securityEvents, { query: { cursor }, signal }),
  });
}
