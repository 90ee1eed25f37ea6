import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';
import { IS_RESERVED } from './former-usernames.js';
import { skeletonOf } from './skeleton.js';

/**
 * Rejects a name that looks like one that somebody else than this member has or recently gave up, in the same
 * way as a taken one. It is one statement, so that a name that moves between the two is seen. The index
 * `member_skeleton_taken` rejects one of two concurrent changes to such names.
 * @param memberId null for a person without an account yet
 * @throws AppError USERNAME_TAKEN
 */
export async function assertNoLookalike(tx: Tx, username: string, memberId: number | null): Promise<void> {
  const isLookalike = await returnsRow(
    tx,
    `SELECT WHERE EXISTS (
         SELECT FROM member WHERE username_skeleton = $1 AND id IS DISTINCT FROM $3)
       OR EXISTS (
         SELECT FROM former_username
         WHERE skeleton = $1 AND username <> $2 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $3)`,
    [skeletonOf(username), username, memberId],
  );
  if (isLookalike) throw new AppError(authErrors.USERNAME_TAKEN);
}
