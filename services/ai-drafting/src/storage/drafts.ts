import type { Tx } from '@likewell/service-kit/database/database';

/** A draft that is being asked for. The prompt itself is not kept. */
export interface AskedDraft {
  readonly id: string;
  /** SHA-256 in hex. */
  readonly promptHash: string;
  /** Nano-dollars. */
  readonly reserved: bigint;
}

/** Notes a draft before it is asked for. */
export async function insertDraft(tx: Tx, { id, promptHash, reserved }: AskedDraft): Promise<void> {
  await tx.query(
    `INSERT INTO draft (id, prompt_hash, reserved_nano_usd) VALUES ($1, decode($2, 'hex'), $3)`,
    [id, promptHash, reserved.toString()],
  );
}

/** Notes what came of a draft: the code of what went wrong, or null. */
export async function finishDraft(tx: Tx, id: string, failure: string | null, cost: bigint): Promise<void> {
  await tx.query(
    `UPDATE draft SET status = CASE WHEN $2::text IS NULL THEN 'written' ELSE 'failed' END, failure = $2,
       cost_nano_usd = $3, finished_at = now() WHERE id = $1`,
    [id, failure, cost.toString()],
  );
}

/** Removes what is older than 30 days, a bounded number at a time. */
export async function deleteOldDrafts(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM draft WHERE id = ANY(ARRAY(
       SELECT id FROM draft WHERE created_at < now() - interval '30 days' LIMIT 5000))`,
  );
}
