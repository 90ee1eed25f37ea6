import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const switchRow = z.object({ is_paused: z.boolean() });

/** True while an operator has paused drafting. */
export async function isPaused(tx: Tx): Promise<boolean> {
  const row = await queryRow(tx, switchRow, 'SELECT is_paused FROM drafting_switch');
  return row?.is_paused ?? false;
}

/** Pauses drafting, or lets it go on, for every replica from the next draft on. */
export async function setPaused(tx: Tx, paused: boolean): Promise<void> {
  await tx.query('UPDATE drafting_switch SET is_paused = $1, changed_at = now() WHERE is_paused <> $1', [
    paused,
  ]);
}
