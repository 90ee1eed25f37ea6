import type { Tx } from '@likewell/service-kit/database/database';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';

/** Adds drafts; one that is already known stays unchanged. */
export async function insertDrafts(tx: Tx, draftIds: readonly string[]): Promise<void> {
  await tx.query('INSERT INTO ai_draft (id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [draftIds]);
}

/** Deletes drafts older than 30 days that no text began with. */
export const deleteUnusedDrafts = oldRows(
  'ai_draft',
  `heard_at < now() - interval '30 days' AND NOT EXISTS (SELECT FROM post_revision WHERE draft_id = ai_draft.id)`,
);
