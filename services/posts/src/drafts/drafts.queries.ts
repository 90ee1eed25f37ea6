import type { Tx } from '@likewell/service-kit/database/database';
import { AiDraft } from './ai-draft.entity.js';

/** Adds drafts; one that is already known stays unchanged. */
export async function insertDrafts(tx: Tx, draftIds: readonly string[]): Promise<void> {
  const drafts = draftIds.map((id) => ({ id }));
  await tx.createQueryBuilder().insert().into(AiDraft).values(drafts).orIgnore().execute();
}

/** Deletes drafts older than 30 days that no text began with, a bounded number at a time. */
export async function deleteUnusedDrafts(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM ai_draft WHERE id = ANY(ARRAY(
       SELECT id FROM ai_draft WHERE heard_at < now() - interval '30 days'
         AND NOT EXISTS (SELECT FROM post_revision WHERE draft_id = ai_draft.id) LIMIT 5000))`,
  );
}
