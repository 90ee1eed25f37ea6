import type { PublicProfile } from '@likewell/contracts/auth/profile';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { AUTHOR_COLUMNS, authorRow } from '../authors/author-columns.js';
import { textFor } from '../posts/post-view.js';

const titleRow = z.object({ id: int8Id, title: z.string() });

/** Returns the profiles of those of these members who are known here. */
export function findMembers(tx: Tx, memberIds: readonly number[]): Promise<PublicProfile[]> {
  return queryRows(tx, authorRow, `SELECT ${AUTHOR_COLUMNS} FROM author a WHERE a.id = ANY ($1::bigint[])`, [
    memberIds,
  ]);
}

/** Returns the titles of those of these posts that `viewerId` may read. */
export function findTitles(
  tx: Tx,
  postIds: readonly number[],
  viewerId: number,
): Promise<z.output<typeof titleRow>[]> {
  return queryRows(
    tx,
    titleRow,
    `SELECT p.id, r.title FROM post p ${textFor('$2::bigint')} WHERE p.id = ANY ($1::bigint[]) AND p.deleted_at IS NULL`,
    [postIds, viewerId],
  );
}
