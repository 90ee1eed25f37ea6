import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { storePage, type StoredPage } from './deposit-queue.queries.js';

/** The queue of signatures that are known to have touched our accounts and wait to be judged. */
@Injectable()
export class DepositQueue {
  /**
   * Stores a page of an account's history, newest first, in the caller's transaction. A verdict is kept
   * unless it is outdated. What is new on the top page of an endpoint's list is news, and waits for no history.
   */
  store(tx: Tx, rows: readonly HistoryRow[], isNews: boolean): Promise<StoredPage> {
    return storePage(tx, rows, isNews);
  }
}
