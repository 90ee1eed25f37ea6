import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { addressEvent } from '@likewell/service-kit/events/outbox';
import { z } from 'zod';
import type { LedgerLock } from '../ledger-lock/ledger-lock.js';
import { TIP_VERDICTS, type TipOutcome, type TipRequest } from './tip.js';

const outcomeRow = z.object({
  outcome: z.enum(TIP_VERDICTS),
  tip_id: int8Id.nullable(),
  payer_balance: int8Nano.nullable(),
  post_likes: int8Nano.nullable(),
});

const SETTLE = 'settle_tips($1, $2, $3, $4, $5)';

/**
 * Settles a batch that contains each payer's key at most once, in a transaction of its own, which also writes
 * the event with the posts' new totals. Outcomes are in the order of the batch.
 */
export async function settleTips(lock: LedgerLock, batch: readonly TipRequest[]): Promise<TipOutcome[]> {
  const rows = await lock.rowsOf('settle-tips', outcomeRow, SETTLE, [
    batch.map((tip) => tip.idempotencyKey),
    batch.map((tip) => tip.payerId),
    batch.map((tip) => tip.postId),
    batch.map((tip) => tip.amountNano.toString()),
    JSON.stringify(addressEvent(likesCounted)),
  ]);
  return rows.map((row) => ({
    verdict: row.outcome,
    tipId: row.tip_id,
    balanceNano: row.payer_balance ?? 0n,
    likesSumNano: row.post_likes ?? 0n,
  }));
}
