import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { HistoryReader, Position, type Walk } from './history-reader.js';
import { putSweepOff, recordSwept } from './scans.queries.js';

/** About a week of slots. */
const SWEEP_SLOTS = 1_500_000;

/** What is left of a sweep at one endpoint. */
interface Pass {
  readonly position: Position;
  /** The slot at which it ends; null before its first page. */
  oldest: number | null;
  added: number;
  /** True when its endpoint failed before it had read anything: it goes on when a sweep would be due again. */
  rests: boolean;
}

/** A sweep under way. */
interface Sweep {
  /** Of the lease under which it began. */
  readonly fence: string;
  readonly begunAt: number;
  /** The one whose turn comes next is the first. */
  readonly passes: Set<Pass>;
}

/** Reads a week of history again at every endpoint, for rows that a page may have left out. */
@Injectable()
export class Sweeper {
  private readonly sweeps = new Map<string, Sweep>();

  constructor(
    private readonly chain: Chain,
    private readonly reader: HistoryReader,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Reads a piece of the account's sweep: for as long as the pause between two walks, since a week may take
   * longer than a new deposit should wait. The next piece goes on from there, also after a page that failed.
   * While one endpoint is down, its part rests, and the week is not read again at the others. A sweep ends with
   * its lease, since whoever had it meanwhile has swept. One that did not come to its end within `maxSweepMs`
   * begins anew: what one endpoint lists without an end does not spare the others for good.
   * @param isDue whether to begin a sweep when none is under way, and to go on with what rests
   * @throws RpcFailure, LeaseLost
   */
  async sweep(walk: Walk, isDue: boolean): Promise<void> {
    if (!this.sweeps.has(walk.account) && !isDue) return;
    const { fence } = await walk.renew();
    const sweep = this.underWay(walk.account, fence) ?? {
      fence,
      begunAt: steadyNow(),
      passes: isDue ? this.newPasses() : new Set<Pass>(),
    };
    this.sweeps.set(walk.account, sweep);
    if (isDue) for (const pass of sweep.passes) pass.rests = false;
    const passes = [...sweep.passes].filter(({ rests }) => !rests);
    if (passes.length > 0) await this.reader.fenced(walk, (tx) => putSweepOff(tx, walk.account));
    const until = steadyNow() + this.config.SCAN_INTERVAL_MS;
    for (const pass of passes) {
      // The next piece is the next endpoint's: one that lists without an end keeps no other waiting.
      sweep.passes.delete(pass);
      sweep.passes.add(pass);
      if (!(await this.readOn(walk, pass, until))) return;
      sweep.passes.delete(pass);
      if (sweep.passes.size === 0) await this.reader.fenced(walk, (tx) => recordSwept(tx, walk.account));
    }
    if (sweep.passes.size === 0) this.sweeps.delete(walk.account);
  }

  /** Returns the account's sweep, unless it belongs to another lease or has taken too long. */
  private underWay(account: string, fence: string): Sweep | null {
    const sweep = this.sweeps.get(account);
    if (sweep?.fence !== fence) return null;
    if (steadyNow() - sweep.begunAt < this.config.maxSweepMs) return sweep;
    const endpoints = [...sweep.passes].map(({ position }) => position.endpoint.name);
    this.logger.warn({ account, endpoints }, 'a sweep did not come to its end at these; it begins anew');
    return null;
  }

  /** Returns true when this endpoint has been read to the end. */
  private async readOn(walk: Walk, pass: Pass, until: number): Promise<boolean> {
    pass.rests = true;
    const isOver = await this.reader.readOn(walk, pass.position, until, ({ rows, added }) => {
      pass.rests = false;
      pass.oldest ??= Math.max(1, (rows[0]?.slot ?? 0) - SWEEP_SLOTS);
      pass.added += added;
      return (rows.at(-1)?.slot ?? 0) < pass.oldest;
    });
    const facts = { added: pass.added, endpoint: pass.position.endpoint.name };
    if (isOver && pass.added > 0) this.logger.warn(facts, 'the sweep found what walks had missed');
    return isOver;
  }

  private newPasses(): Set<Pass> {
    const passOf = (endpoint: RpcEndpoint): Pass => ({
      position: new Position(endpoint),
      oldest: null,
      added: 0,
      rests: false,
    });
    return new Set(this.chain.endpoints.map(passOf));
  }
}
