import { memberProfileChanged, memberRegistered } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { newPublicToken } from '../domain/session-token.js';
import { findReferrer, insertMember, toPublicProfile } from './members.js';

/** A member who has just joined, and who referred her. */
export interface Joined {
  readonly member: OwnProfile;
  readonly referrerId: number | null;
}

/**
 * Makes a member and records the news of her, however she proved herself.
 * @throws AppError USERNAME_TAKEN, EMAIL_TAKEN
 */
export async function joinLikewell(
  tx: Tx,
  { username, email, referralCode }: { username: string; email: string | null; referralCode: string | null },
): Promise<Joined> {
  const referrerId = referralCode === null ? null : await findReferrer(tx, referralCode);
  const member = await insertMember(tx, { username, email, referrerId, publicToken: newPublicToken() });
  await recordEvent(tx, memberRegistered, { memberId: member.memberId, referrerId });
  await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(member) });
  return { member, referrerId };
}
