import { walletProved } from '@likewell/contracts/auth/events';
import { isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { recordEvent } from '@likewell/service-kit/events/outbox';

/**
 * Records that a member has proved, in this transaction, that a wallet is theirs.
 * @param isBare whether they did so by the spec's bare phrase, which any page can have a wallet sign
 */
export async function recordWalletProved(
  tx: Tx,
  memberId: number,
  address: string,
  isBare = false,
): Promise<void> {
  const provedAt = (await queryValue(tx, isoTime, 'SELECT now() AS "provedAt"')) ?? undefined;
  await recordEvent(tx, walletProved, { memberId, address, provedAt, ...(isBare && { isBare }) });
}
