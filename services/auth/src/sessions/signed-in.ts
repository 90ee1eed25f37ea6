import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { lockMember } from '../members/active-member.js';
import { hasSession } from './sessions.queries.js';

/** A member, and the session in which they request something. */
export interface SignedIn {
  readonly memberId: number;
  /** Absent if a gateway of the previous release calls. */
  readonly tokenHash?: string | undefined;
}

/**
 * Locks a member until the transaction ends, for a request that changes how they sign in. It may have waited
 * for that lock while the member ended the session that it comes from, as a stolen one; then it is rejected.
 * @throws AppError MEMBER_NOT_FOUND
 */
export async function lockSignedIn(tx: Tx, signedIn: SignedIn): Promise<void> {
  await lockMember(tx, signedIn.memberId);
  await assertSignedIn(tx, signedIn);
}

/** Does the same for a member whom the transaction has locked. @throws AppError MEMBER_NOT_FOUND */
export async function assertSignedIn(tx: Tx, { memberId, tokenHash }: SignedIn): Promise<void> {
  if (tokenHash !== undefined && !(await hasSession(tx, memberId, tokenHash)))
    throw new AppError(authErrors.MEMBER_NOT_FOUND);
}
