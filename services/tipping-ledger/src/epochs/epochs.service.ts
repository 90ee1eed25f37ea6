import { cutPage, type Page } from '@likewell/contracts/core/page';
import { id } from '@likewell/contracts/core/ids';
import type { Epoch } from '@likewell/contracts/tipping-ledger/statement';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { LedgerConfig } from '../config.js';
import { findEpochs } from './epochs.queries.js';

const epochKey = z.object({ epoch: id });

/** Holders' epochs, which share what the pool has collected among members by their balances. */
@Injectable()
export class EpochsService {
  private readonly cursors: CursorCodec<typeof epochKey>;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { CURSOR_SECRET }: LedgerConfig,
  ) {
    this.cursors = new CursorCodec(CURSOR_SECRET, 'epochs', epochKey);
  }

  /** Returns a page of closed epochs, newest first. @throws AppError INVALID_CURSOR */
  async list(cursor: string | null): Promise<Page<Epoch>> {
    const before = cursor === null ? null : this.cursors.decode(cursor).epoch;
    return cutPage(await findEpochs(this.database.read, before), ({ epoch }) =>
      this.cursors.encode({ epoch }),
    );
  }
}
