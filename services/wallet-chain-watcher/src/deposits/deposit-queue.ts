import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { storePage, type StoredPage } from './deposit-queue.queries.js';

/** What is known to have touched our accounts, and waits to be judged. */
@Injectable()
export class DepositQueue {
  /** Stores a page of an account's history, newest first, in its caller's transaction; a verdict stays unless it is outdated. */
  store(tx: Tx, rows: readonly HistoryRow[]): Promise<StoredPage> {
    return storePage(tx, rows);
  }
}
