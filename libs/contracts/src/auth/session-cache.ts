import type { MemberRole } from '../core/member-role.js';

/**
 * The sessions' fast path: auth writes a session's member under this key in Redis and the gateway reads
 * it. A revoked session leaves {@link REVOKED} there for longer than a cached answer lives, and auth only
 * writes an answer where there is none, so that a slow writer cannot bring a revoked session back. All values are
 * sealed (`SealedValues`): one that is not, or is of another key, has the gateway ask auth.
 */
export const sessionKey = (tokenHash: string) => `session:${tokenHash}`;

/** The value of a session that was ended. */
export const REVOKED = 'revoked';

/**
 * Stands for a while in the place of an answer that is no longer right, such as one with an old role. Readers ask
 * auth, and nobody who read the old state writes it back meanwhile.
 */
export const ASK_AUTH = 'ask';

/** How long an answer may be reused by whoever reads the cache. */
export const SESSION_CACHE_SECONDS = 60;

/** How long {@link ASK_AUTH} stands: longer than anybody takes who began to read before it was written. */
export const ASK_AUTH_SECONDS = 15;

/** Whose session it is and what they may do. */
export interface CachedSession {
  readonly memberId: number;
  readonly role: MemberRole;
}

const VALUE = /^(\d+)(?::(moderator|admin))?$/;

/** A session's value: the member's id, with their role where it is more than a member's. */
export const writeSession = ({ memberId, role }: CachedSession) =>
  role === 'member' ? String(memberId) : `${memberId}:${role}`;

/** What a value says of a session; null where auth has to be asked. */
export function readSession(value: string): CachedSession | null {
  const [, memberId, role] = VALUE.exec(value) ?? [];
  return memberId === undefined
    ? null
    : { memberId: Number(memberId), role: (role ?? 'member') as MemberRole };
}
