import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import type { Database } from '@likewell/service-kit/database/database';
import { addressEvent } from '@likewell/service-kit/events/outbox';
import type { TipOutcome, TipRequest, TipVerdict } from '../domain/tip.js';

interface OutcomeRow {
  readonly outcome: TipVerdict;
  readonly tip_id: string | null;
  readonly payer_balance: string | null;
  readonly post_likes: string | null;
}

const SETTLE = 'SELECT * FROM settle_tips($1, $2, $3, $4, $5)';

/**
 * Settles a batch that holds each payer's key at most once, in a transaction of its own; the news of the posts' new
 * totals leaves with it. Outcomes come in the batch's order.
 */
export async function settleTips(database: Database, batch: readonly TipRequest[]): Promise<TipOutcome[]> {
  const rows = await database.statement<OutcomeRow>('settle-tips', SETTLE, [
    batch.map((tip) => tip.idempotencyKey),
    batch.map((tip) => tip.payerId),
    batch.map((tip) => tip.postId),
    batch.map((tip) => tip.amountNano.toString()),
    JSON.stringify(addressEvent(likesCounted)),
  ]);
  return rows.map((row) => ({
    verdict: row.outcome,
    tipId: row.tip_id === null ? null : idFromInt8(row.tip_id),
    balanceNano: BigInt(row.payer_balance ?? 0),
    likesSumNano: BigInt(row.post_likes ?? 0),
  }));
}
