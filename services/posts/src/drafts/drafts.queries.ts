import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

/** Drafts that are marked by one statement, so that it is short; more than come in an hour. */
const BATCH = 5000;

const IS_OLD = `NOT is_used AND heard_at < now() - interval '30 days'`;
const HAS_TEXT = 'EXISTS (SELECT FROM post_revision WHERE draft_id = ai_draft.id)';

/** Adds drafts; one that is already known stays unchanged. */
export async function insertDrafts(tx: Tx, draftIds: readonly string[]): Promise<void> {
  await tx.query('INSERT INTO ai_draft (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [draftIds]);
}

const deleteOld = oldRows('ai_draft', `${IS_OLD} AND NOT ${HAS_TEXT}`);

/**
 * Deletes drafts older than 30 days that no text began with, and marks the others, so that no later run reads
 * them. A draft is marked by a statement after the one that locked it, which sees the texts of an author who
 * has left meanwhile.
 */
export async function deleteUnusedDrafts(tx: Tx): Promise<number> {
  const used = await queryColumn(
    tx,
    z.string(),
    `SELECT id FROM ai_draft WHERE ${IS_OLD} AND ${HAS_TEXT} LIMIT ${BATCH} FOR UPDATE`,
  );
  await tx.query(`UPDATE ai_draft SET is_used = true WHERE id = ANY($1) AND ${HAS_TEXT}`, [used]);
  return deleteOld(tx);
}
