import { id } from '@likewell/contracts/core/ids';
import { nano } from '@likewell/contracts/core/money-schema';
import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { z } from 'zod';

const positionKey = z.object({
  /** Number of the last line shown; the next page begins below it. */
  before: id,
  /** The next line of each list; null where the list has ended. */
  sent: id.nullable(),
  received: id.nullable(),
  referral: id.nullable(),
  settlement: id.nullable(),
  /**
   * The accrued amount when the first page was read; absent for lists without it, and in cursors of an
   * earlier version.
   */
  accruedNano: nano.optional(),
});
/** The position at which the next page of a statement begins. */
export type StatementPosition = z.output<typeof positionKey>;

/** Returns the cursors of one member's statement with these kinds; they are invalid for another list. */
export function statementCursors(
  secret: string,
  memberId: number,
  kinds: readonly StatementKind[] | null,
): CursorCodec<typeof positionKey> {
  const list = kinds === null ? 'all' : [...new Set(kinds)].sort().join();
  return new CursorCodec(secret, `statement:${memberId}:${list}`, positionKey);
}
