import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { RpcFailure } from '../solana/rpc-failure.js';
import { HistoryReader, Position, type Walk } from './history-reader.js';
import { openScan } from './scans.queries.js';
import { findDueSweeps, findSwept, putSweepOff, recordSweep } from './sweeps.queries.js';

/** A week of slots of 200 ms, as Solana has had them since October 2026; more where they take longer. */
const SWEEP_SLOTS = (7 * 24 * 3600 * 1000) / 200;

/** A sweep under way: of one account, at one endpoint. */
interface Sweep {
  /** Of the lease under which it began. */
  readonly fence: string;
  readonly begunAt: number;
  readonly position: Position;
  /** The slot at which it ends; null before its first page. */
  oldest: number | null;
  /** True when the last page went down to that slot. */
  isWhole: boolean;
  added: number;
  /** True when the last piece read nothing: it goes on when a sweep would be due again. */
  rests: boolean;
}

/** Reads a week of history again at every endpoint, for rows that a page may have left out. */
@Injectable()
export class Sweeper {
  /** Of each account; the one whose turn comes next is the first. */
  private readonly underWay = new Map<string, Map<RpcEndpoint, Sweep>>();

  constructor(
    private readonly chain: Chain,
    private readonly reader: HistoryReader,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads a piece of the account's sweeps, for as long as the pause between two walks; the next piece continues
   * from there. Each endpoint is swept when it is due, whatever the others do, and they take turns. A sweep ends
   * with its lease, since whoever had it meanwhile has swept; after `maxSweepMs` it begins anew, as what came
   * meanwhile stands above it.
   * @throws LeaseLost
   */
  async sweep(walk: Walk): Promise<void> {
    const { account } = walk;
    const names = this.chain.endpoints.map(({ name }) => name);
    const due = await findDueSweeps(this.database, account, names);
    const sweeps = this.underWay.get(account) ?? new Map<RpcEndpoint, Sweep>();
    this.underWay.set(account, sweeps);
    if (sweeps.size === 0 && due.size === 0) return;
    const { fence } = await walk.renew();
    for (const [endpoint, sweep] of sweeps) if (this.isOver(sweep, fence)) sweeps.delete(endpoint);
    for (const endpoint of this.chain.endpoints.filter(({ name }) => due.has(name))) {
      const sweep = sweeps.get(endpoint) ?? newSweep(endpoint, fence);
      sweep.rests = false;
      sweeps.set(endpoint, sweep);
    }
    const until = steadyNow() + this.config.SCAN_INTERVAL_MS;
    for (const [endpoint, sweep] of [...sweeps].filter(([, { rests }]) => !rests)) {
      // The next piece is the next endpoint's: one that lists without an end keeps no other waiting.
      sweeps.delete(endpoint);
      sweeps.set(endpoint, sweep);
      await this.reader.fenced(walk, (tx) => putSweepOff(tx, account, endpoint.name));
      if (await this.readOn(walk, sweep, until)) sweeps.delete(endpoint);
      if (steadyNow() >= until) return;
    }
  }

  /** Returns when each endpoint, in their order, was last swept: at the account that is furthest behind. */
  async sweptAt(accounts: readonly string[]): Promise<(Date | undefined)[]> {
    const swept = await findSwept(this.database.read, accounts);
    return this.chain.endpoints.map(({ name }) => swept.get(name));
  }

  /** Returns true when a sweep belongs to another lease, or has taken too long. */
  private isOver({ fence, begunAt, position }: Sweep, lease: string): boolean {
    if (fence !== lease) return true;
    if (steadyNow() - begunAt < this.config.maxSweepMs) return false;
    const facts = { endpoint: position.endpoint.name, slot: position.last?.slot };
    this.logger.warn(facts, 'a sweep did not come to its end; it begins anew');
    return true;
  }

  /** Returns true when this endpoint has been read to the end, which is recorded. @throws LeaseLost */
  private async readOn(walk: Walk, sweep: Sweep, until: number): Promise<boolean> {
    const { name } = sweep.position.endpoint;
    sweep.rests = true;
    try {
      const isOver = await this.reader.readOn(walk, sweep.position, until, ({ rows, added }) => {
        sweep.rests = false;
        sweep.oldest ??= Math.max(1, (rows[0]?.slot ?? 0) - SWEEP_SLOTS);
        sweep.added += added;
        sweep.isWhole = (rows.at(-1)?.slot ?? 0) < sweep.oldest;
        return sweep.isWhole;
      });
      if (!isOver) return false;
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      this.logger.warn({ err: error, endpoint: name }, 'a page of a sweep failed; it goes on from there');
      return false;
    }
    const facts = { added: sweep.added, endpoint: name };
    if (sweep.added > 0) this.logger.warn(facts, 'the sweep found what walks had missed');
    const hasSwept = sweep.isWhole && !(await this.hasLostHistory(walk.account, sweep));
    await this.reader.fenced(walk, (tx) => recordSweep(tx, walk.account, name, hasSwept));
    return true;
  }

  /** Returns true when the endpoint has listed nothing of an account that has a history. */
  private async hasLostHistory(account: string, { position }: Sweep): Promise<boolean> {
    return position.last === null && (await openScan(this.database, account)).cursor !== null;
  }
}

const newSweep = (endpoint: RpcEndpoint, fence: string): Sweep => ({
  fence,
  begunAt: steadyNow(),
  position: new Position(endpoint),
  oldest: null,
  isWhole: false,
  added: 0,
  rests: false,
});
