import { authErrors } from '@likewell/contracts/auth/errors';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { findMember, lockActiveMember, lockMemberStatus, type MemberRow } from './members.queries.js';

/** Returns an active member's own data. @throws AppError MEMBER_NOT_FOUND */
export async function getMember(tx: Tx, memberId: number): Promise<OwnProfile> {
  const member = await findMember(tx, memberId);
  if (!member) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  return member;
}

/** Locks an active member until the transaction ends. @throws AppError MEMBER_NOT_FOUND */
export async function lockMember(tx: Tx, memberId: number): Promise<MemberRow> {
  const locked = await lockActiveMember(tx, memberId);
  if (!locked) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  return locked;
}

/**
 * Returns the member who proved their identity, if they may begin a session. They cannot be suspended until
 * the transaction ends, so that no session begins during a suspension.
 * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED
 */
export async function admitMember(tx: Tx, memberId: number): Promise<OwnProfile> {
  const found = await lockMemberStatus(tx, memberId);
  if (found?.status === 'suspended') throw new AppError(authErrors.ACCOUNT_SUSPENDED);
  if (found?.status !== 'active') throw new AppError(authErrors.ACCOUNT_CLOSED);
  return found.member;
}
