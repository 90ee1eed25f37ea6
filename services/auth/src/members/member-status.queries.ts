import type { MemberRole } from '@likewell/contracts/core/member-role';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Changes a locked member's role. */
export async function updateRole(tx: Tx, memberId: number, role: MemberRole): Promise<void> {
  await tx.query('UPDATE member SET role = $2 WHERE id = $1', [memberId, role]);
}

/** Gives a locked member the verified badge, or removes it. */
export async function updateVerified(
  tx: Tx,
  memberId: number,
  { isVerified, version }: { isVerified: boolean; version: number },
): Promise<void> {
  await tx.query('UPDATE member SET is_verified = $2, profile_version = $3 WHERE id = $1', [
    memberId,
    isVerified,
    version,
  ]);
}

/** Changes a locked member's status; returns the version of that event. */
export async function updateStatus(
  tx: Tx,
  memberId: number,
  status: 'active' | 'suspended',
): Promise<number> {
  const version = await queryValue(
    tx,
    z.int(),
    `UPDATE member SET status = $2, standing_version = standing_version + 1 WHERE id = $1
     RETURNING standing_version AS version`,
    [memberId, status],
  );
  if (version === null) throw new Error('a locked member is gone');
  return version;
}
