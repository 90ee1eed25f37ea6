import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { DepositQueue } from '../deposits/deposit-queue.js';
import { signatureHex } from '../deposits/signature.js';
import { DepositNotifier } from '../deposits/deposit-notifier.js';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { lockLease, type Fence } from './lease.queries.js';
import { putSweepOff, recordReached, recordSwept, type Scan } from './scans.queries.js';

/** The input of a walk. */
export interface Walk {
  readonly account: string;
  /** Renews the lease, and returns the proof of it. @throws LeaseLost */
  readonly renew: () => Promise<Fence>;
}

/**
 * The next position of the cursor: it moves there once every endpoint has listed this signature, and
 * with it everything older.
 */
interface Candidate {
  /** In hex. */
  readonly signature: string;
  readonly listedBy: Set<RpcEndpoint>;
  walks: number;
}

const MAX_PAGES = 2000;
/**
 * Walks of each endpoint after which another candidate is tried: an endpoint may have
 * lost just this row for good.
 */
const WALKS_A_CANDIDATE = 10;
/**
 * Consecutive walks in which an endpoint lists older rows but not the cursor; after them it counts as having
 * lost that row for good.
 */
const WALKS_BEYOND_CURSOR = 5;
/** About a week of slots. */
const SWEEP_SLOTS = 1_500_000;

/** The state of an account that is kept between its walks. */
interface Course {
  /** Number of its walks; the endpoints take turns for each account. */
  turn: number;
  /** Endpoints that have finished a walk since all of them last had. */
  readonly doneBy: Set<RpcEndpoint>;
  /** In hex. The fields below belong to this cursor only. */
  readonly cursor: string | null;
  candidate: Candidate | null;
  /** Number of consecutive walks in which each endpoint has listed older rows but not the cursor. */
  readonly beyond: Map<RpcEndpoint, number>;
}

/** Reads the histories of our accounts, newest first, and stores every signature in them. */
@Injectable()
export class ChainScanner {
  private readonly courses = new Map<string, Course>();
  /** Sweeps that have given way to a walk, by account, with the fence of their lease. */
  private readonly sweeps = new Map<string, { pages: AsyncGenerator<void>; fence: string }>();

  constructor(
    private readonly chain: Chain,
    private readonly database: Database,
    private readonly queue: DepositQueue,
    private readonly notifier: DepositNotifier,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Walks from the newest row down to the cursor. The endpoints take turns, and the cursor moves to a new
   * signature when all of them have listed it, since one endpoint alone may have lost an older row.
   * Only a walk that meets the cursor itself (or, before there is one, the end of the history) shows that
   * nothing is missing. Any other walk moves nothing, since endpoints are known to leave out rows and to
   * respond with another page than was requested. Such a walk ends at rows older than the cursor. It counts
   * after all when its endpoint has gone past the cursor several times: then the endpoint has lost that row.
   * What a walk finds is stored in any case: each signature is judged by itself.
   * @returns true when it met the cursor, or counts as if it had
   */
  async walk(walk: Walk, { cursor, cursorSlot }: Pick<Scan, 'cursor' | 'cursorSlot'>): Promise<boolean> {
    const course = this.courseOf(walk.account, cursor);
    const endpoint = this.nextEndpoint(course);
    let newestJudged: string | null = null;
    let reached = false;
    let isBeyond = false;
    let listsCandidate = false;
    for await (const { rows, ...stored } of this.pages(endpoint, walk)) {
      newestJudged ??= stored.newestJudged;
      listsCandidate ||= lists(rows, course.candidate?.signature);
      reached = rows.length === 0 ? cursor === null : lists(rows, cursor);
      isBeyond = !reached && isOlder(rows.at(-1), cursorSlot);
      if (reached || isBeyond) break;
    }
    const timesBeyond = isBeyond ? (course.beyond.get(endpoint) ?? 0) + 1 : 0;
    course.beyond.set(endpoint, timesBeyond);
    if (!reached && timesBeyond < WALKS_BEYOND_CURSOR) {
      this.logger.warn({ endpoint: endpoint.name }, 'a walk through the history did not meet its cursor');
      return false;
    }
    // Only a judged signature can become the cursor: an endpoint may have made up any other.
    if (
      course.candidate === null ||
      course.candidate.walks >= WALKS_A_CANDIDATE * this.chain.endpoints.length
    )
      course.candidate =
        newestJudged === null || newestJudged === cursor
          ? null
          : { signature: newestJudged, listedBy: new Set([endpoint]), walks: 0 };
    else if (listsCandidate) course.candidate.listedBy.add(endpoint);
    const settled = this.settledCandidate(course);
    const allAreDone = this.allAreDone(course, endpoint);
    await this.fenced(walk, (tx) => recordReached(tx, walk.account, settled, allAreDone));
    return true;
  }

  /** Returns true each time all endpoints have finished a walk, however far back each of them can read. */
  private allAreDone({ doneBy }: Course, endpoint: RpcEndpoint): boolean {
    doneBy.add(endpoint);
    if (doneBy.size < this.chain.endpoints.length) return false;
    doneBy.clear();
    return true;
  }

  /** Returns the candidate if all endpoints have listed it. */
  private settledCandidate({ candidate }: Course): string | null {
    if (!candidate) return null;
    candidate.walks += 1;
    return candidate.listedBy.size === this.chain.endpoints.length ? candidate.signature : null;
  }

  private courseOf(account: string, cursor: string | null): Course {
    const known = this.courses.get(account);
    if (known?.cursor === cursor) return known;
    const { turn, doneBy } = known ?? { turn: 0, doneBy: new Set() };
    const course: Course = { turn, doneBy, cursor, candidate: null, beyond: new Map() };
    this.courses.set(account, course);
    return course;
  }

  /**
   * Reads a week of history again at every endpoint, for rows that a page may have left out. It reads for as
   * long as the pause between two walks and goes on with the next call, since a week may take longer than a
   * new deposit should wait. The next sweep is postponed first: while one endpoint is down, the week must not
   * be read at the others with each walk. A sweep ends with its lease, since whoever had it meanwhile has swept.
   * @param isDue whether to begin a sweep when none is under way
   */
  async sweep(walk: Walk, isDue: boolean): Promise<void> {
    const begun = this.sweeps.get(walk.account);
    if (!begun && !isDue) return;
    this.sweeps.delete(walk.account);
    const { fence } = await walk.renew();
    const pages = begun?.fence === fence ? begun.pages : isDue ? this.sweepPages(walk) : null;
    if (!pages) return;
    await this.fenced(walk, (tx) => putSweepOff(tx, walk.account));
    const until = steadyNow() + this.config.SCAN_INTERVAL_MS;
    do if ((await pages.next()).done) return;
    while (steadyNow() < until);
    this.sweeps.set(walk.account, { pages, fence });
  }

  /** Yields after each page that is not the last one of an endpoint. */
  private async *sweepPages(walk: Walk): AsyncGenerator<void> {
    for (const endpoint of this.chain.endpoints) {
      let oldest = 0;
      let added = 0;
      for await (const { rows, ...stored } of this.pages(endpoint, walk)) {
        const [first] = rows;
        oldest ||= Math.max(1, (first?.slot ?? 0) - SWEEP_SLOTS);
        added += stored.added;
        if ((rows.at(-1)?.slot ?? 0) < oldest) break;
        yield;
      }
      if (added > 0)
        this.logger.warn({ added, endpoint: endpoint.name }, 'the sweep found what walks had missed');
    }
    await this.fenced(walk, (tx) => recordSwept(tx, walk.account));
  }

  /**
   * Yields page after page, each stored, down to the empty one at the end; stops when
   * an endpoint repeats itself.
   */
  private async *pages(endpoint: RpcEndpoint, walk: Walk) {
    let last: HistoryRow | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const rows = await this.chain.history(endpoint, walk.account, last?.signature ?? null);
      const [first] = rows;
      const isCircle = last && first && (first.slot > last.slot || rows.at(-1)?.signature === last.signature);
      if (isCircle) return;
      const stored = await this.fenced(walk, (tx) => this.queue.store(tx, rows));
      if (stored.added + stored.renewed > 0) this.notifier.notify();
      yield { rows, ...stored };
      if (rows.length === 0) return;
      last = rows.at(-1);
    }
  }

  private async fenced<T>(walk: Walk, work: (tx: Tx) => Promise<T>): Promise<T> {
    const fence = await walk.renew();
    return this.database.transaction(async (tx) => {
      await lockLease(tx, fence);
      return work(tx);
    });
  }

  private nextEndpoint(course: Course): RpcEndpoint {
    const endpoint = this.chain.endpoints[course.turn % this.chain.endpoints.length];
    course.turn += 1;
    if (!endpoint) throw new Error('no endpoint is configured');
    return endpoint;
  }
}

/** Returns true when the row is older than a slot. Rows come newest first, so no rows of this slot follow. */
const isOlder = (row: HistoryRow | undefined, slot: number | null) =>
  row !== undefined && slot !== null && row.slot < slot;

/** @param wanted in hex */
const lists = (rows: readonly HistoryRow[], wanted: string | null | undefined) =>
  rows.some(({ signature }) => signatureHex(signature) === wanted);
