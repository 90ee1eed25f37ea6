import type { MemberRole } from '../core/member-role.js';

/**
 * Key of a session in Redis. auth writes the session's member under it and the gateway reads it, which spares
 * a call. A revoked session leaves {@link REVOKED} there for longer than a cached response lives, and auth
 * writes a response only where there is none, so that a slow writer cannot bring a revoked session back. All
 * values are sealed (`SealedValues`): if the seal is missing or belongs to another key, the gateway asks
 * auth.
 */
export const sessionKey = (tokenHash: string) => `session:${tokenHash}`;

/** The value of a session that was ended. */
export const REVOKED = 'revoked';

/**
 * Replaces, for a while, a response that is no longer right, such as one with an old role, or that becomes
 * wrong with the commit of a transaction that ends or changes the session. Readers ask auth, and no reader of the old
 * state can write it back meanwhile.
 */
export const ASK_AUTH = 'ask';

/** Seconds for which a reader of the cache may reuse a response. */
export const SESSION_CACHE_SECONDS = 60;

/** Seconds for which {@link ASK_AUTH} stays: longer than any read that began before it was written. */
export const ASK_AUTH_SECONDS = 15;

/** The member of a session and what they may do. */
export interface CachedSession {
  readonly memberId: number;
  readonly role: MemberRole;
  /** Tips above this amount need a confirmation; absent if the member set no limit. */
  readonly tipLimitNano?: bigint | undefined;
}

const VALUE = /^(\d+)(?::(moderator|admin))?(?:\/(\d{1,19}))?$/;

/**
 * Returns a session's value: the member's id, their role if it is more than a member's, and their tip limit
 * if they set one.
 */
export function writeSession({ memberId, role, tipLimitNano }: CachedSession): string {
  const member = role === 'member' ? String(memberId) : `${memberId}:${role}`;
  return tipLimitNano === undefined ? member : `${member}/${tipLimitNano}`;
}

/** Reads a session's value; null if auth has to be asked. */
export function readSession(value: string): CachedSession | null {
  const [, memberId, role, limit] = VALUE.exec(value) ?? [];
  if (memberId === undefined) return null;
  const session = { memberId: Number(memberId), role: (role ?? 'member') as MemberRole };
  return limit === undefined ? session : { ...session, tipLimitNano: BigInt(limit) };
}
