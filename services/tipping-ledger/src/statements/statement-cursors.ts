import { id } from '@likewell/contracts/core/ids';
import { nano } from '@likewell/contracts/core/money-schema';
import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { z } from 'zod';

const placeKey = z.object({
  /** The number of the last line shown. */
  before: id,
  /** Where each list goes on; null where it has ended. */
  sent: id.nullable(),
  received: id.nullable(),
  referral: id.nullable(),
  settlement: id.nullable(),
  /** What had accrued when the first page was read; absent of lists without it, and of a version before this. */
  accruedNano: nano.optional(),
});
/** Where the next page of a statement begins. */
export type StatementPlace = z.output<typeof placeKey>;

/** The cursors of one member's statement with these kinds; they mean nothing to another list. */
export function statementCursors(
  secret: string,
  memberId: number,
  kinds: readonly StatementKind[] | null,
): CursorCodec<typeof placeKey> {
  const list = kinds === null ? 'all' : [...new Set(kinds)].sort().join();
  return new CursorCodec(secret, `statement:${memberId}:${list}`, placeKey);
}
