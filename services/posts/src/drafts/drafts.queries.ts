import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Drafts that are looked up in one transaction, so that it is short; more than come in an hour. */
const BATCH = 5000;

/** OFFSET 0 has Postgres look it up for each draft, instead of reading every text that began with one. */
const HAS_TEXT = 'EXISTS (SELECT FROM post_revision WHERE draft_id = ai_draft.id OFFSET 0)';

/** Adds drafts; one that is already known stays unchanged. */
export async function insertDrafts(tx: Tx, draftIds: readonly string[]): Promise<void> {
  await tx.query('INSERT INTO ai_draft (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [draftIds]);
}

/**
 * Deletes drafts older than 30 days that no text began with, and marks the others, so that no later run reads
 * them. Both are done by statements after the one that locked a draft, which see the texts of an author who
 * has left meanwhile.
 * @returns how many drafts were looked up
 */
export async function deleteUnusedDrafts(tx: Tx): Promise<number> {
  const old = await queryColumn(
    tx,
    z.string(),
    `SELECT id FROM ai_draft WHERE NOT is_used AND heard_at < now() - interval '30 days'
     ORDER BY heard_at LIMIT ${BATCH} FOR UPDATE`,
  );
  await tx.query(`UPDATE ai_draft SET is_used = true WHERE id = ANY($1) AND ${HAS_TEXT}`, [old]);
  await tx.query(`DELETE FROM ai_draft WHERE id = ANY($1) AND NOT is_used AND NOT ${HAS_TEXT}`, [old]);
  return old.length;
}
