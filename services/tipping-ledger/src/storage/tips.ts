import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';
import type { TipOutcome, TipRequest, TipVerdict } from '../domain/tip.js';

interface OutcomeRow {
  readonly outcome: TipVerdict;
  readonly tip_id: string | null;
  readonly payer_balance: string | null;
  readonly post_likes: string | null;
}

/** Settles a batch that holds each payer's key at most once; outcomes come in the batch's order. */
export async function settleTips(tx: Tx, batch: readonly TipRequest[]): Promise<TipOutcome[]> {
  const rows = await tx.query<OutcomeRow[]>('SELECT * FROM settle_tips($1, $2, $3, $4)', [
    batch.map((tip) => tip.idempotencyKey),
    batch.map((tip) => tip.payerId),
    batch.map((tip) => tip.postId),
    batch.map((tip) => tip.amountNano.toString()),
  ]);
  return rows.map((row) => ({
    verdict: row.outcome,
    tipId: row.tip_id === null ? null : idFromInt8(row.tip_id),
    balanceNano: BigInt(row.payer_balance ?? 0),
    likesSumNano: BigInt(row.post_likes ?? 0),
  }));
}
