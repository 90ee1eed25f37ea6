import type { User } from '@likewell/contracts/gateway/user';

/**
 * Returns true for a user who may decide about posts. A user stored by an earlier
 * version of the page has no role.
 */
export function isModerator(user: { role?: User['role'] } | null): boolean {
  return user?.role === 'moderator' || user?.role === 'admin';
}
