import type { Postponement } from '@likewell/contracts/giveaway/proof';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { BlockSources } from '../bitcoin/block-sources.js';
import { EntriesService } from '../entries/entries.service.js';
import { nextNoon, windowOf } from '../giveaways/calendar.js';
import { Clock } from '../giveaways/clock.js';
import { chooseBlock } from './choose-block.js';
import { drawWinners, seedOf, snapshotOf } from './draw.js';
import * as draws from './draws.queries.js';
import type { Attempt } from './draws.queries.js';
import { FailingGiveaways, type Step } from './failing-giveaways.js';

const LATE_SNAPSHOT: Pick<Postponement, 'reason' | 'said'> = { reason: 'late-snapshot', said: [] };

/** So long must have been tried: sources that were only away for a moment, or a service that was, put nothing off. */
const MIN_TRYING_MS = 3_600_000;

/**
 * Takes draws forward: snapshot, block, winners, each a transaction of its own that settles its part for good. What is
 * due is read from Postgres each time, so it goes on wherever it was left, on any replica. A giveaway that fails keeps no other one
 * waiting.
 */
@Injectable()
export class DrawRunner {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesService,
    private readonly sources: BlockSources,
    private readonly clock: Clock,
    private readonly failing: FailingGiveaways,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Does one thing that is due, or records that it failed; false when nothing is, but for what rests after a failure. */
  async step(): Promise<boolean> {
    return (await this.takeSnapshot()) || (await this.findBlock()) || (await this.draw());
  }

  /**
   * Hashes the entries of a giveaway that has ended and publishes that; from then on they cannot change. A noon whose
   * block may be there by now does not count: the commitment has to come first.
   */
  private takeSnapshot(): Promise<boolean> {
    return this.takeOne('snapshot', draws.lockForSnapshot, async (tx, due, now) => {
      const { giveawayId } = due;
      for (let { noon } = due; windowOf(noon).knowableFrom <= now; noon = nextNoon(noon))
        await draws.postponeDraw(tx, { giveawayId, noon }, LATE_SNAPSHOT, nextNoon(noon), now);
      const { commitment, entriesCount } = await snapshotOf(this.entries.readAll(tx, giveawayId));
      await draws.saveSnapshot(tx, giveawayId, commitment, entriesCount);
      this.logger.info({ giveawayId, commitment, entries: entriesCount }, 'snapshot taken');
    });
  }

  /** Looks for the block of one noon that needs it, which nobody else does for the next minute, whatever becomes of it. */
  private async findBlock(): Promise<boolean> {
    const attempt = await this.database.transaction(async (tx) =>
      draws.claimAttempt(tx, await this.clock.now(tx)),
    );
    if (attempt === null) return false;
    await this.askSources(attempt).catch((error: unknown) =>
      this.failing.record('block', attempt.giveawayId, error),
    );
    return true;
  }

  /** Asks the sources about a noon; settles the block that all of them name, or puts the draw off. */
  private async askSources(attempt: Attempt): Promise<void> {
    const { giveawayId, noon, triedAt, tryingSince } = attempt;
    const window = windowOf(noon);
    const agreement = await this.sources.ask(noon);
    if (agreement.boundary) {
      const { boundary, sources } = agreement;
      const block = { ...chooseBlock(boundary, window), sources };
      const settled = await this.database.transaction((tx) => draws.settleBlock(tx, attempt, block));
      if (settled) this.logger.info({ giveawayId, height: block.height, hash: block.hash }, 'block settled');
      return;
    }
    const { reason, said } = agreement;
    this.logger.warn({ giveawayId, noon, reason, said }, 'no block that all sources name');
    const postponedFrom = Math.max(window.postponedFrom.getTime(), tryingSince.getTime() + MIN_TRYING_MS);
    // By when it was tried: a process that stood still while it waited for a response has not tried meanwhile.
    if (triedAt.getTime() < postponedFrom) return;
    await this.database.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const postponed = await draws.postponeDraw(tx, attempt, { reason, said }, nextNoon(noon), now);
      if (postponed) this.logger.warn({ giveawayId, noon, reason }, 'draw postponed by 24 hours');
    });
  }

  /** Draws the winners of a giveaway whose block is settled. */
  private draw(): Promise<boolean> {
    return this.takeOne('draw', draws.lockForDraw, async (tx, { giveawayId }) => {
      const { commitment, blockHash, winnersWanted } = await draws.readDrawBasis(tx, giveawayId);
      const seed = seedOf(commitment, blockHash);
      const winners = await drawWinners(this.entries.readAll(tx, giveawayId), seed, winnersWanted);
      await draws.saveDraw(tx, giveawayId, { seed, winners }, await this.clock.now(tx));
      this.logger.info({ giveawayId, seed, winners: winners.length }, 'winners drawn');
    });
  }

  /** Takes a step of one giveaway that is due, in one transaction. What fails of it is that giveaway's own matter. */
  private async takeOne<Due extends { readonly giveawayId: number }>(
    step: Step,
    lock: (tx: Tx, resting: readonly number[], now: Date) => Promise<Due | null>,
    work: (tx: Tx, due: Due, now: Date) => Promise<void>,
  ): Promise<boolean> {
    const taken: { giveawayId: number | null } = { giveawayId: null };
    try {
      await this.database.transaction(async (tx) => {
        taken.giveawayId = null;
        const now = await this.clock.now(tx);
        const due = await lock(tx, this.failing.resting(), now);
        if (due === null) return;
        taken.giveawayId = due.giveawayId;
        await work(tx, due, now);
      });
    } catch (error) {
      if (taken.giveawayId === null) throw error;
      this.failing.record(step, taken.giveawayId, error);
    }
    return taken.giveawayId !== null;
  }
}
