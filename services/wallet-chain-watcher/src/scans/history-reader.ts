import { CONFIG } from '@likewell/service-kit/config/config';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable, Scope } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { DepositNotifier } from '../deposits/deposit-notifier.js';
import { DepositQueue, type Listing } from '../deposits/deposit-queue.js';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { RpcFailure } from '../solana/rpc-failure.js';
import { lockLease, type Fence } from './lease.queries.js';

/** The input of a walk or a sweep. */
export interface Walk {
  readonly account: string;
  /** Version of the list of our accounts, of which this is one. */
  readonly version: number;
  /** Renews the lease, and returns the proof of it. @throws LeaseLost */
  readonly renew: () => Promise<Fence>;
}

/** A page of history, newest first, that has been stored. */
export type Page = { readonly rows: readonly HistoryRow[] } & Awaited<ReturnType<DepositQueue['store']>>;

/** Consecutive rejections of a page after which the history is read from its newest row again. */
const MAX_REJECTIONS = 5;

/** How far an account's history has been read at one endpoint: only what has been stored counts. */
export class Position {
  /** The oldest row that has been stored. */
  last: HistoryRow | null = null;
  rejections = 0;

  constructor(readonly endpoint: RpcEndpoint) {}

  /** How its next page is listed. */
  get listing(): Listing {
    return { endpoint: this.endpoint.name, isNews: this.last === null };
  }
}

/**
 * Reads histories, newest first, and stores every signature in them. Walks and sweeps each have their own reader:
 * while too much waits to be judged, new rows that one of them read do not make the other pause.
 */
@Injectable({ scope: Scope.TRANSIENT })
export class HistoryReader {
  /**
   * When a page last brought rows that nobody had listed there, in steady milliseconds: by account and endpoint,
   * of its top page and of what is below it. It outlives a walk, which may end with such a page.
   */
  private readonly broughtAt = new Map<string, number>();

  constructor(
    private readonly chain: Chain,
    private readonly database: Database,
    private readonly queue: DepositQueue,
    private readonly notifier: DepositNotifier,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<WatcherConfig, 'backlogPauseMs'>,
  ) {}

  /**
   * Reads page after page from this position on, until a page `isLast`, is the empty one at the end, or the
   * endpoint repeats itself: then it returns true. It returns false when it gave way: at `until`, after one
   * page at least; or for minutes after a page of new rows, while too many of those that this endpoint has
   * listed wait to be judged. The position stays where it is then, and when a page fails, so the next call goes
   * on from there.
   * @throws RpcFailure, LeaseLost
   */
  async readOn(
    walk: Walk,
    position: Position,
    until: number,
    isLast: (page: Page) => boolean,
  ): Promise<boolean> {
    do {
      if (await this.mustPause(walk.account, position)) return false;
      const page = await this.readPage(walk, position);
      if (!page || isLast(page) || page.rows.length === 0) return true;
    } while (steadyNow() < until);
    return false;
  }

  /** Does the work in a transaction that only the holder of the lease can commit. @throws LeaseLost */
  async fenced<T>(walk: Walk, work: (tx: Tx) => Promise<T>): Promise<T> {
    const fence = await walk.renew();
    return this.database.transaction(async (tx) => {
      await lockLease(tx, fence);
      return work(tx);
    });
  }

  /**
   * Reading only pauses and does not stop: where another endpoint has lost an old history, what waits is never
   * judged. News is on the top pages of the other endpoints meanwhile, and what is on none of them comes after the
   * pause.
   */
  private async mustPause(account: string, { listing }: Position): Promise<boolean> {
    const since = this.broughtAt.get(keyOf(account, listing));
    if (since === undefined || steadyNow() - since >= this.config.backlogPauseMs) return false;
    const isFull = await this.queue.isFull(this.database.read, listing);
    if (isFull) this.logger.warn(listing, 'an endpoint has listed so much that it is read slowly for now');
    return isFull;
  }

  private async readPage(walk: Walk, position: Position): Promise<Page | null> {
    const { last } = position;
    const rows = await this.rowsBelow(walk.account, position);
    const [first] = rows;
    const isCircle = last && first && (first.slot > last.slot || rows.at(-1)?.signature === last.signature);
    if (isCircle) {
      const facts = { account: walk.account, endpoint: position.endpoint.name };
      this.logger.warn(facts, 'an endpoint responds with another page of history than was requested');
      return null;
    }
    const { listing } = position;
    const stored = await this.fenced(walk, (tx) => this.queue.store(tx, rows, listing));
    if (stored.added + stored.renewed > 0) this.notifier.notify();
    position.last = rows.at(-1) ?? last;
    if (stored.added + stored.raised > 0) this.broughtAt.set(keyOf(walk.account, listing), steadyNow());
    return { rows, ...stored };
  }

  /** An endpoint may have lost the row that it is to read below, and rejects the page for good. */
  private async rowsBelow(account: string, position: Position): Promise<HistoryRow[]> {
    try {
      const rows = await this.chain.history(position.endpoint, account, position.last?.signature ?? null);
      position.rejections = 0;
      return rows;
    } catch (error) {
      if (error instanceof RpcFailure && error.kind === 'rejected') position.rejections += 1;
      if (position.rejections >= MAX_REJECTIONS) Object.assign(position, new Position(position.endpoint));
      throw error;
    }
  }
}

const keyOf = (account: string, { endpoint, isNews }: Listing): string => `${account} ${endpoint} ${isNews}`;
