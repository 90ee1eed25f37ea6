import type { HoldersEpoch } from '@likewell/contracts/gateway/holders';
import { likeNumber } from '@likewell/contracts/core/money';
import type { Epoch } from '@likewell/contracts/tipping-ledger/statement';

/** A closed epoch of the holders' share. */
export function epochView({
  epoch,
  membersTotalNano,
  distributedNano,
  index,
  closedAt,
}: Epoch): HoldersEpoch {
  return {
    epoch,
    members_total: likeNumber(membersTotalNano),
    membersTotalNano: membersTotalNano.toString(),
    distributed: likeNumber(distributedNano),
    distributedNano: distributedNano.toString(),
    index,
    closed_at: closedAt,
  };
}
