import { formatLike } from '@likewell/contracts/core/money';
import type { Database } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import type { WatcherConfig } from '../config.js';
import { raiseOpening } from '../own-accounts/cold-accounts.queries.js';
import { changeList } from '../own-accounts/list-version.js';
import type { OwnAccount } from '../own-accounts/own-accounts.js';
import { sumDeposits } from '../reconciliation/deposit-totals.queries.js';
import { findReserve } from '../reconciliation/reserve.queries.js';
import { heldNano } from './held-nano.js';

/**
 * Counts what our accounts hold beyond the deposits as none of them, in the opening of this one. The operator says
 * how much that is, since a deposit may be on its way: it is booked by the time that they repeat the amount.
 * @throws UserFacingError with the amount where they say another one or none; where there is nothing to accept
 */
export async function acceptSurplus(
  database: Database,
  own: OwnAccount,
  amount: string | undefined,
  config: WatcherConfig,
): Promise<string> {
  const { accounts } = await findReserve(database.read, own);
  const held = await heldNano(accounts, config);
  // No verdict is stored meanwhile. What was booked since the chain was asked only makes the surplus smaller.
  return changeList(database, async (tx) => {
    const { openingsNano } = await findReserve(tx, own);
    const { bookedNano, byState } = await sumDeposits(tx);
    const surplusNano = held - openingsNano - bookedNano;
    if (surplusNano <= 0n) throw new UserFacingError('Our accounts hold nothing beyond the deposits.');
    const unjudged = byState.get('seen') ?? 0;
    if (unjudged > 0)
      throw new UserFacingError(`Deposits that are not judged yet: ${unjudged}. Try again once all are.`);
    const surplus = formatLike(surplusNano);
    if (amount !== surplus)
      throw new UserFacingError(
        `Our accounts hold ${surplus} LIKE beyond the deposits. If nobody is to have it, say amount=${surplus}`,
      );
    if (!(await raiseOpening(tx, own.account, surplusNano)))
      throw new UserFacingError(`${own.owner} is no cold storage.`);
    return `${surplus} LIKE more count as none of the deposits, in the opening of ${own.account}.`;
  });
}
