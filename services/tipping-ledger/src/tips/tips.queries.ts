import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { addressEvent } from '@likewell/service-kit/events/outbox';
import { z } from 'zod';
import type { LedgerLock } from '../ledger-lock/ledger-lock.js';
import { TIP_OUTCOMES, type TipResult, type TipRequest } from './tip.js';

/** A result without an account or a post has no balance or total. */
const nanoOrZero = int8Nano.nullable().transform((nano) => nano ?? 0n);
const resultRow = z.object({
  outcome: z.enum(TIP_OUTCOMES),
  tipId: int8Id.nullable(),
  balanceNano: nanoOrZero,
  likesSumNano: nanoOrZero,
});

const SETTLE = 'settle_tips($1, $2, $3, $4, $5) AS tip (outcome, "tipId", "balanceNano", "likesSumNano")';

/**
 * Settles a batch that contains each payer's key at most once, in a transaction of its own, which also writes
 * the event with the posts' new totals. Results are in the order of the batch.
 */
export function settleTips(lock: LedgerLock, batch: readonly TipRequest[]): Promise<TipResult[]> {
  return lock.rowsOf('settle-tips', resultRow, SETTLE, [
    batch.map((tip) => tip.idempotencyKey),
    batch.map((tip) => tip.payerId),
    batch.map((tip) => tip.postId),
    batch.map((tip) => tip.amountNano.toString()),
    JSON.stringify(addressEvent(likesCounted)),
  ]);
}
