import type { HistoryItem } from '@likewell/contracts/gateway/wallet';
import { likeNumber } from '@likewell/contracts/core/money';
import type { StatementLine } from '@likewell/contracts/tipping-ledger/statement';

/** A change of the balance, signed, for people and exactly. */
export function historyView(line: StatementLine): HistoryItem {
  return {
    id: line.id,
    created_at: line.createdAt,
    kind: line.kind,
    amount: likeNumber(line.amountNano),
    amountNano: line.amountNano.toString(),
    post_id: line.postId,
    counterparty: line.counterpartyId,
  };
}
