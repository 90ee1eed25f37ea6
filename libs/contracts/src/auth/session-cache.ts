import type { MemberRole } from '../core/member-role.js';

/**
 * The sessions' fast path: auth writes a session's member under this key in Redis and the gateway reads
 * it. A revoked session leaves {@link REVOKED} there for longer than a cached response lives, and auth only
 * writes a response where there is none, so that a slow writer cannot bring a revoked session back. All values are
 * sealed (`SealedValues`): one that is not, or is of another key, has the gateway ask auth.
 */
export const sessionKey = (tokenHash: string) => `session:${tokenHash}`;

/** The value of a session that was ended. */
export const REVOKED = 'revoked';

/**
 * Stands for a while in the place of a response that is no longer right, such as one with an old role, or will not be once a
 * transaction is committed that ends the session. Readers ask auth, and nobody who read the old state writes it back meanwhile.
 */
export const ASK_AUTH = 'ask';

/** How long a response may be reused by whoever reads the cache. */
export const SESSION_CACHE_SECONDS = 60;

/** How long {@link ASK_AUTH} stands: longer than anybody takes who began to read before it was written. */
export const ASK_AUTH_SECONDS = 15;

/** Whose session it is and what they may do. */
export interface CachedSession {
  readonly memberId: number;
  readonly role: MemberRole;
  /** A larger tip wants the member confirmed; absent where they set none. */
  readonly tipLimitNano?: bigint | undefined;
}

const VALUE = /^(\d+)(?::(moderator|admin))?(?:\/(\d{1,19}))?$/;

/**
 * A session's value: the member's id, with their role where it is more than a member's, and their limit of tips where they set
 * one. A gateway of the version before cannot read a limit, and asks auth.
 */
export function writeSession({ memberId, role, tipLimitNano }: CachedSession): string {
  const member = role === 'member' ? String(memberId) : `${memberId}:${role}`;
  return tipLimitNano === undefined ? member : `${member}/${tipLimitNano}`;
}

/** What a value says of a session; null where auth has to be asked. */
export function readSession(value: string): CachedSession | null {
  const [, memberId, role, limit] = VALUE.exec(value) ?? [];
  if (memberId === undefined) return null;
  const session = { memberId: Number(memberId), role: (role ?? 'member') as MemberRole };
  return limit === undefined ? session : { ...session, tipLimitNano: BigInt(limit) };
}
