import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { HistoryReader, Position, type Walk } from './history-reader.js';
import { recordReached, type Scan } from './scans.queries.js';

/**
 * The next position of the cursor: it moves there once every endpoint has listed this signature, and
 * with it everything older.
 */
interface Candidate {
  readonly signature: string;
  readonly listedBy: Set<RpcEndpoint>;
  walks: number;
}

/** Walks of each endpoint after which another candidate is tried: an endpoint may have lost just this row for good. */
const WALKS_A_CANDIDATE = 10;
/**
 * Consecutive walks in which an endpoint lists older rows but not the cursor; after them it counts as having
 * lost that row for good.
 */
const WALKS_BEYOND_CURSOR = 5;

/** A walk that is not over yet. */
interface OpenWalk {
  readonly position: Position;
  /** The newest row of its endpoint below which everything is stored, down to the position. */
  top: HistoryRow | null;
  newestJudged: string | null;
  /** The candidate that it has listed. */
  listed: string | null;
}

/** The state of an account that is kept between its walks. */
interface Course {
  /** Number of its walks; the endpoints take turns for each account. */
  turn: number;
  /** Endpoints that have finished a walk since all of them last had. */
  readonly doneBy: Set<RpcEndpoint>;
  /** This and the fields below belong to this cursor and this version of the list of our accounts. */
  readonly cursor: string | null;
  readonly version: number;
  candidate: Candidate | null;
  /** Number of consecutive walks in which each endpoint has listed older rows but not the cursor. */
  readonly beyond: Map<RpcEndpoint, number>;
  /** Walks that have given way, or of which a page has failed. */
  readonly open: Map<RpcEndpoint, OpenWalk>;
}

/** Walks through the histories of our accounts, and moves their cursors. */
@Injectable()
export class ChainScanner {
  private readonly courses = new Map<string, Course>();

  constructor(
    private readonly chain: Chain,
    private readonly reader: HistoryReader,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Walks from the newest row down to the cursor; the endpoints take turns. Only a walk that meets the cursor
   * itself (or, before there is one, the end of the history), or whose endpoint has lost that row, shows that
   * nothing is missing. The cursor moves to a judged signature when all endpoints have listed it (ADR 0022).
   * A walk that gives way, or of which a page fails, is continued by the next one of its endpoint.
   * @returns true when it met the cursor, or counts as if it had, or is not over yet
   * @throws RpcFailure, LeaseLost
   */
  async walk(walk: Walk, { cursor, cursorSlot }: Pick<Scan, 'cursor' | 'cursorSlot'>): Promise<boolean> {
    const course = this.courseOf(walk, cursor);
    const endpoint = this.nextEndpoint(course);
    const open = course.open.get(endpoint) ?? newWalk(endpoint);
    course.open.set(endpoint, open);
    const until = steadyNow() + this.config.SCAN_INTERVAL_MS;
    if (open.top) await this.readNews(walk, open, until);
    const end = { reached: false, isBeyond: false };
    const isOver = await this.reader.readOn(walk, open.position, until, ({ rows, newestJudged }) => {
      open.top ??= rows[0] ?? null;
      open.newestJudged ??= newestJudged;
      if (lists(rows, course.candidate?.signature)) open.listed = course.candidate?.signature ?? null;
      end.reached = rows.length === 0 ? cursor === null : lists(rows, cursor);
      end.isBeyond = !end.reached && isOlder(rows.at(-1), cursorSlot);
      return end.reached || end.isBeyond;
    });
    if (!isOver) {
      const facts = { account: walk.account, endpoint: endpoint.name, slot: open.position.last?.slot };
      this.logger.info(facts, 'a long walk through the history goes on with the next turn of its endpoint');
      return true;
    }
    course.open.delete(endpoint);
    const timesBeyond = end.isBeyond ? (course.beyond.get(endpoint) ?? 0) + 1 : 0;
    course.beyond.set(endpoint, timesBeyond);
    if (!end.reached && timesBeyond < WALKS_BEYOND_CURSOR) {
      this.logger.warn({ endpoint: endpoint.name }, 'a walk through the history did not meet its cursor');
      return false;
    }
    // Only a judged signature can become the cursor: an endpoint may have made up any other.
    const { newestJudged } = open;
    if (
      course.candidate === null ||
      course.candidate.walks >= WALKS_A_CANDIDATE * this.chain.endpoints.length
    )
      course.candidate =
        newestJudged === null || newestJudged === cursor
          ? null
          : { signature: newestJudged, listedBy: new Set([endpoint]), walks: 0 };
    else if (open.listed === course.candidate.signature) course.candidate.listedBy.add(endpoint);
    const settled = this.settledCandidate(course);
    const allAreDone = this.allAreDone(course, endpoint);
    await this.reader.fenced(walk, (tx) => recordReached(tx, walk.account, settled, allAreDone));
    return true;
  }

  /**
   * Stores what has come since the walk began, or since it last went on: it would otherwise wait for the end
   * of the walk. Nothing is concluded from it: the next walk reads the same rows.
   */
  private async readNews(walk: Walk, open: OpenWalk, until: number): Promise<void> {
    const { top } = open;
    let newest = null as HistoryRow | null;
    const news = new Position(open.position.endpoint);
    const isWhole = await this.reader.readOn(walk, news, until, ({ rows }) => {
      newest ??= rows[0] ?? null;
      return lists(rows, top?.signature) || isOlder(rows.at(-1), top?.slot ?? null);
    });
    if (isWhole) open.top = newest ?? top;
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

  private courseOf({ account, version }: Walk, cursor: string | null): Course {
    const known = this.courses.get(account);
    if (known?.cursor === cursor && known.version === version) return known;
    const { turn, doneBy } = known ?? { turn: 0, doneBy: new Set() };
    const course: Course = {
      turn,
      doneBy,
      cursor,
      version,
      candidate: null,
      beyond: new Map(),
      open: new Map(),
    };
    this.courses.set(account, course);
    return course;
  }

  private nextEndpoint(course: Course): RpcEndpoint {
    const endpoint = this.chain.endpoints[course.turn % this.chain.endpoints.length];
    course.turn += 1;
    if (!endpoint) throw new Error('no endpoint is configured');
    return endpoint;
  }
}

const newWalk = (endpoint: RpcEndpoint): OpenWalk => ({
  position: new Position(endpoint),
  top: null,
  newestJudged: null,
  listed: null,
});

/** Returns true when the row is older than a slot. Rows come newest first, so no rows of this slot follow. */
const isOlder = (row: HistoryRow | undefined, slot: number | null) =>
  row !== undefined && slot !== null && row.slot < slot;

const lists = (rows: readonly HistoryRow[], wanted: string | null | undefined) =>
  rows.some(({ signature }) => signature === wanted);
