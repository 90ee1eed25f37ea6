import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { Checkpoint } from './audit-replay.js';
import { JOURNAL_LIST_NAMES, JOURNAL_LISTS } from '../journal/journal-lists.js';

const checkpointRow = z.object({
  id: z.string(),
  seq: z.string(),
  balance: z.string(),
  last: z.record(z.enum(JOURNAL_LIST_NAMES), z.string().nullable()),
});

const LAST = JOURNAL_LIST_NAMES.map((name) => JOURNAL_LISTS[name].last);
const LAST_BY_LIST = JOURNAL_LIST_NAMES.map((name) => `'${name}', ${JOURNAL_LISTS[name].last}::text`);

/** Returns the checkpoints of members, by id; members that the audit has not checked yet are missing. */
export async function findCheckpoints(tx: Tx, ids: readonly string[]): Promise<Map<string, Checkpoint>> {
  const rows = await queryRows(
    tx,
    checkpointRow,
    `SELECT account_id AS id, seq, balance, json_build_object(${LAST_BY_LIST.join()}) AS last
     FROM unnest($1::bigint[]) AS member (account_id) JOIN audited_account USING (account_id)`,
    [ids],
  );
  return new Map(rows.map(({ id, ...checkpoint }) => [id, checkpoint]));
}

/** Saves members' checkpoints. */
export async function saveCheckpoints(tx: Tx, members: ReadonlyMap<string, Checkpoint>): Promise<void> {
  if (members.size === 0) return;
  const checkpoints = [...members.values()];
  const columns = ['seq', 'balance', ...LAST];
  await tx.query(
    `INSERT INTO audited_account (account_id, ${columns.join()})
     SELECT * FROM unnest(${['id', ...columns].map((_, index) => `$${index + 1}::bigint[]`).join()}) AS member (id)
     ORDER BY id
     ON CONFLICT (account_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join()}`,
    [
      [...members.keys()],
      checkpoints.map(({ seq }) => seq),
      checkpoints.map(({ balance }) => balance),
      ...JOURNAL_LIST_NAMES.map((list) => checkpoints.map(({ last }) => last[list] ?? null)),
    ],
  );
}

/** Saves the totals of posts, in nano-LIKE, right after a transfer. */
export async function savePostCheckpoints(
  tx: Tx,
  seq: string,
  totals: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (totals.size === 0) return;
  await tx.query(
    `INSERT INTO audited_post (post_id, seq, likes_sum)
     SELECT id, $1, total FROM unnest($2::bigint[], $3::numeric[]) AS post (id, total) ORDER BY id
     ON CONFLICT (post_id) DO UPDATE SET seq = excluded.seq, likes_sum = excluded.likes_sum`,
    [seq, [...totals.keys()], [...totals.values()].map(String)],
  );
}

/** Deletes the checkpoints of members and posts after a transfer number; it scans all of them. */
export async function forgetCheckpointsAfter(tx: Tx, seq: bigint): Promise<void> {
  for (const table of ['audited_account', 'audited_post'])
    await tx.query(`DELETE FROM ${table} WHERE seq > $1`, [seq.toString()]);
}

/** Returns those of these accounts or posts whose checkpoint is at a transfer number or later. */
export async function findMoved(
  tx: Tx,
  of: 'account' | 'post',
  ids: readonly string[],
  seq: bigint,
): Promise<Set<string>> {
  const moved = await queryColumn(
    tx,
    z.string(),
    `SELECT id FROM unnest($1::bigint[]) AS asked (id)
     WHERE (SELECT seen.seq FROM audited_${of} seen WHERE ${of}_id = id) >= $2`,
    [ids, seq.toString()],
  );
  return new Set(moved);
}
