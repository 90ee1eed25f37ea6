import type { Tx } from '@likewell/service-kit/database/database';

/** Deletes drafts that are older than 30 days, a bounded number at a time. */
export async function deleteOldDrafts(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM draft WHERE id = ANY(ARRAY(
       SELECT id FROM draft WHERE created_at < now() - interval '30 days' LIMIT 5000))`,
  );
}
