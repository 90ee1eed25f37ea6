import { securityEvents, type SecurityEventItem } from '@likewell/contracts/gateway/users';
import { callList } from '../../shared/api/client';
import { usePagedList } from '../../shared/api/use-paged-list';
import { useMemberKey } from '../../shared/session/use-member-key';

export type { SecurityEventItem };

/** Reads the security events of the member's account, newest first, page by page. */
export function useTrail() {
  return usePagedList({
    queryKey: useMemberKey('security-events'),
    fetchPage: (cursor, signal) => callList(securityEvents, { query: { cursor }, signal }),
    // Who comes back looks for what happened meanwhile, such as a login that was not theirs.
    gcTime: 0,
  });
}
