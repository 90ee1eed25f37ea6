import { id } from '@likewell/contracts/kernel/ids';
import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { LedgerConfig } from '../config.js';

const epochKey = z.object({ epoch: id });
const placeKey = z.object({
  /** The number of the last line shown. */
  before: id,
  /** Where each chain goes on; null where it has ended. */
  sent: id.nullable(),
  received: id.nullable(),
  referral: id.nullable(),
  settlement: id.nullable(),
});
/** Where the next page of a statement begins. */
export type StatementPlace = z.output<typeof placeKey>;

/** The cursors of the ledger's lists; one of a list means nothing to another. */
@Injectable()
export class Cursors {
  readonly epochs: CursorCodec<typeof epochKey>;
  private readonly secret: string;

  constructor(@Inject(CONFIG) config: LedgerConfig) {
    this.secret = config.CURSOR_SECRET;
    this.epochs = new CursorCodec(this.secret, 'epochs', epochKey);
  }

  /** The cursors of one member's statement with these kinds. */
  ofStatement(memberId: number, kinds: readonly StatementKind[] | null): CursorCodec<typeof placeKey> {
    const list = kinds === null ? 'all' : [...new Set(kinds)].sort().join();
    return new CursorCodec(this.secret, `statement:${memberId}:${list}`, placeKey);
  }
}
