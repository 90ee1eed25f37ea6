import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { isBacklogFull, storePage, type Listing, type StoredPage } from './listed-pages.queries.js';

export type { Listing };

/** The queue of signatures that are known to have touched our accounts and wait to be judged. */
@Injectable()
export class DepositQueue {
  constructor(@Inject(CONFIG) private readonly config: Pick<WatcherConfig, 'maxBacklog'>) {}

  /**
   * Stores a page of an account's history, newest first, in the caller's transaction. A verdict is kept
   * unless it is outdated. What is new on the top page of an endpoint's list is news, and waits for no history.
   */
  store(tx: Tx, rows: readonly HistoryRow[], listing: Listing): Promise<StoredPage> {
    return storePage(tx, rows, listing);
  }

  /** Returns true while as much as there is room for, of what is listed like this, waits. */
  isFull(tx: Tx, listing: Listing): Promise<boolean> {
    return isBacklogFull(tx, listing, this.config.maxBacklog);
  }
}
