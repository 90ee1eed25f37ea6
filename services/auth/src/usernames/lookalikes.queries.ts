import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { IS_RESERVED } from './former-usernames.queries.js';
import { skeletonOf } from './skeleton.js';

/**
 * True when a name would pass for that of somebody else than this member, who may be nobody yet: for one that they have, or
 * gave up lately. One statement, so that a name on its way from one to the other is seen.
 */
export async function isLookalike(tx: Tx, username: string, memberId: number | null): Promise<boolean> {
  const row = await queryRow(
    tx,
    z.object({}),
    `SELECT WHERE EXISTS (
         SELECT FROM member WHERE username_skeleton = $1 AND id IS DISTINCT FROM $3)
       OR EXISTS (
         SELECT FROM former_username
         WHERE skeleton = $1 AND username <> $2 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $3)`,
    [skeletonOf(username), username, memberId],
  );
  return row !== null;
}
