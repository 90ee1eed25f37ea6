import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { DepositQueue } from '../deposits/deposit-queue.js';
import { signatureHex } from '../deposits/signature.js';
import { DepositNotifier } from '../deposits/deposit-notifier.js';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { lockLease, type Fence } from './lease.queries.js';
import { recordReached, recordSwept, type Scan } from './scans.queries.js';

/** What a walk needs to know. */
export interface Walk {
  readonly account: string;
  /** Renews the lease, and proves it. @throws LeaseLost */
  readonly renew: () => Promise<Fence>;
}

/** Where the cursor goes once every endpoint has listed it, and with it everything older. */
interface Candidate {
  /** In hex, as the cursor that it is to take the place of. */
  readonly signature: string;
  readonly after: string | null;
  readonly listedBy: Set<RpcEndpoint>;
  walks: number;
}

const MAX_PAGES = 2000;
/** Walks of each endpoint after which another signature is tried: one may have lost just this row for good. */
const WALKS_A_CANDIDATE = 10;
/** About a week. */
const SWEEP_SLOTS = 1_500_000;

/** What is remembered of an account between its walks. */
interface Course {
  /** Counts its walks: the endpoints take turns for each account. */
  turn: number;
  candidate: Candidate | null;
}

/** Reads the histories of our accounts, newest first, and stores every signature in them. */
@Injectable()
export class ChainScanner {
  private readonly courses = new Map<string, Course>();

  constructor(
    private readonly chain: Chain,
    private readonly database: Database,
    private readonly queue: DepositQueue,
    private readonly notifier: DepositNotifier,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Walks from the newest row down to the cursor; the endpoints take turns, and the cursor moves when all of them have
   * listed where it goes: one alone may have lost an older row. Only a walk that met the cursor itself (or,
   * before there is one, the end of the history) says that nothing is missing; any other one moves nothing, since
   * endpoints are known to leave out rows and to answer another page than was asked for. What it found is
   * stored all the same: each signature is judged by itself.
   * @returns true when it met the cursor
   */
  async walk(walk: Walk, { cursor }: Pick<Scan, 'cursor'>): Promise<boolean> {
    const course = this.courseOf(walk.account);
    const endpoint = this.nextEndpoint(course);
    let newestJudged: string | null = null;
    let reached = false;
    let listsCandidate = false;
    for await (const { rows, ...stored } of this.pages(endpoint, walk)) {
      newestJudged ??= stored.newestJudged;
      listsCandidate ||= lists(rows, course.candidate?.signature);
      reached = rows.length === 0 ? cursor === null : lists(rows, cursor);
      if (reached) break;
    }
    if (!reached) {
      this.logger.warn({ endpoint: endpoint.name }, 'a walk through the history did not meet its cursor');
      return false;
    }
    // A signature becomes the cursor only when it was judged: an endpoint may have made up any other one.
    if (
      course.candidate?.after !== cursor ||
      course.candidate.walks >= WALKS_A_CANDIDATE * this.chain.endpoints.length
    )
      course.candidate =
        newestJudged === null
          ? null
          : { signature: newestJudged, after: cursor, listedBy: new Set([endpoint]), walks: 0 };
    else if (listsCandidate) course.candidate.listedBy.add(endpoint);
    const settled = this.settledCandidate(course);
    await this.fenced(walk, (tx) => recordReached(tx, walk.account, settled));
    return true;
  }

  /** The candidate, if all have listed it. */
  private settledCandidate({ candidate }: Course): string | null {
    if (!candidate) return null;
    candidate.walks += 1;
    return candidate.listedBy.size === this.chain.endpoints.length ? candidate.signature : null;
  }

  private courseOf(account: string): Course {
    const known = this.courses.get(account) ?? { turn: 0, candidate: null };
    this.courses.set(account, known);
    return known;
  }

  /** Looks once more at a week of history at every endpoint, for what a page may have left out. */
  async sweep(walk: Walk): Promise<void> {
    for (const endpoint of this.chain.endpoints) {
      let oldest = 0;
      let added = 0;
      for await (const { rows, ...stored } of this.pages(endpoint, walk)) {
        const [first] = rows;
        oldest ||= Math.max(1, (first?.slot ?? 0) - SWEEP_SLOTS);
        added += stored.added;
        if ((rows.at(-1)?.slot ?? 0) < oldest) break;
      }
      if (added > 0)
        this.logger.warn({ added, endpoint: endpoint.name }, 'the sweep found what walks had missed');
    }
    await this.fenced(walk, (tx) => recordSwept(tx, walk.account));
  }

  /** Page after page, each stored, down to the empty one at the end; stops where an endpoint runs in a circle. */
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

/** @param wanted in hex */
const lists = (rows: readonly HistoryRow[], wanted: string | null | undefined) =>
  rows.some(({ signature }) => signatureHex(signature) === wanted);
