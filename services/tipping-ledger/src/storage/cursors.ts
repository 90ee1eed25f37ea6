import { id } from '@likewell/contracts/kernel/ids';
import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { LedgerConfig } from '../config.js';

const epochKey = z.object({ epoch: id });
const lineKey = z.object({ seq: id, line: z.int() });

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
  ofStatement(memberId: number, kinds: readonly StatementKind[] | null): CursorCodec<typeof lineKey> {
    const list = kinds === null ? 'all' : [...new Set(kinds)].sort().join();
    return new CursorCodec(this.secret, `statement:${memberId}:${list}`, lineKey);
  }
}
