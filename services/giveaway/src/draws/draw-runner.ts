import type { Postponement } from '@likewell/contracts/giveaway/proof';
import { Database } from '@likewell/service-kit/database/database';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { BlockSources } from '../bitcoin/block-sources.js';
import { EntriesService } from '../entries/entries.service.js';
import { nextNoon, windowOf } from '../giveaways/calendar.js';
import { Clock } from '../giveaways/clock.js';
import { chooseBlock } from './choose-block.js';
import { commitmentOf, drawWinners, seedOf } from './draw.js';
import * as draws from './draws.queries.js';

const LATE_SNAPSHOT: Pick<Postponement, 'reason' | 'said'> = { reason: 'late-snapshot', said: [] };

/** So long must have been tried: sources that were only away for a moment, or a service that was, put nothing off. */
const MIN_TRYING_MS = 3_600_000;

/**
 * Takes draws forward: snapshot, block, winners, each a transaction of its own that settles its part for good. What is
 * due is read from Postgres each time, so it goes on wherever it was left, on any replica.
 */
@Injectable()
export class DrawRunner {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesService,
    private readonly sources: BlockSources,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Does one thing that is due; false when nothing is. */
  async step(): Promise<boolean> {
    return (await this.takeSnapshot()) || (await this.findBlock()) || (await this.draw());
  }

  /**
   * Hashes the entries of a giveaway that has ended and publishes that; from then on they cannot change. A noon that
   * has passed by now does not count: its block may be known, and the commitment has to come first.
   */
  private takeSnapshot(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const due = await draws.lockForSnapshot(tx, now);
      if (due === null) return false;
      const { giveawayId } = due;
      for (let { noon } = due; noon <= now; noon = nextNoon(noon))
        await draws.postponeDraw(tx, { giveawayId, noon }, LATE_SNAPSHOT, nextNoon(noon), now);
      const entries = await this.entries.readAll(tx, giveawayId);
      const commitment = commitmentOf(entries);
      await draws.saveSnapshot(tx, giveawayId, commitment, entries.length);
      this.logger.info({ giveawayId, commitment, entries: entries.length }, 'snapshot taken');
      return true;
    });
  }

  /** Asks the sources about a noon; settles the block that all of them name, or puts the draw off. */
  private async findBlock(): Promise<boolean> {
    const attempt = await this.database.transaction(async (tx) =>
      draws.claimAttempt(tx, await this.clock.now(tx)),
    );
    if (attempt === null) return false;
    const { giveawayId, noon, triedAt, tryingSince } = attempt;
    const window = windowOf(noon);
    const agreement = await this.sources.ask(noon);
    if (agreement.boundary) {
      const { boundary, sources } = agreement;
      const block = { ...chooseBlock(boundary, window), sources };
      const settled = await this.database.transaction((tx) => draws.settleBlock(tx, attempt, block));
      if (settled) this.logger.info({ giveawayId, height: block.height, hash: block.hash }, 'block settled');
      return true;
    }
    const { reason, said } = agreement;
    this.logger.warn({ giveawayId, noon, reason, said }, 'no block that all sources name');
    const postponedFrom = Math.max(window.postponedFrom.getTime(), tryingSince.getTime() + MIN_TRYING_MS);
    // By when it was tried: a process that stood still while it waited for a response has not tried meanwhile.
    if (triedAt.getTime() < postponedFrom) return true;
    await this.database.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      const postponed = await draws.postponeDraw(tx, attempt, { reason, said }, nextNoon(noon), now);
      if (postponed) this.logger.warn({ giveawayId, noon, reason }, 'draw postponed by 24 hours');
    });
    return true;
  }

  /** Draws the winners of a giveaway whose block is settled. */
  private draw(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const due = await draws.lockForDraw(tx);
      if (due === null) return false;
      const { giveawayId, commitment, blockHash, winnersWanted } = due;
      const entries = await this.entries.readAll(tx, giveawayId);
      const seed = seedOf(commitment, blockHash);
      const winners = await drawWinners(entries, seed, winnersWanted);
      await draws.saveDraw(tx, giveawayId, { seed, winners }, await this.clock.now(tx));
      this.logger.info({ giveawayId, seed, winners: winners.length }, 'winners drawn');
      return true;
    });
  }
}
