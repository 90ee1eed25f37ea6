import type { Postponement } from '@likewell/contracts/giveaway/proof';
import { LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { nextNoon, windowOf } from '../domain/calendar.js';
import { commitmentOf, drawWinners, seedOf } from '../domain/draw.js';
import { BlockSources } from '../outside/block-sources.js';
import { Clock } from '../storage/clock.js';
import * as draws from '../storage/draws.js';
import { readEntries } from '../storage/entries.js';

const LATE_SNAPSHOT: Pick<Postponement, 'reason' | 'said'> = { reason: 'late-snapshot', said: [] };

/** Sources that were only away for a moment, or a service that was, put nothing off. */
const PATIENCE_MS = 3_600_000;

/**
 * Takes draws forward: snapshot, block, winners, each a transaction of its own that settles its part for good. What is
 * due is read from Postgres each time, so it goes on wherever it was left, on any replica.
 */
@Injectable()
export class DrawRunner {
  constructor(
    private readonly database: Database,
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
      const entries = await readEntries(tx, giveawayId);
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
    const { giveawayId, noon, tryingSince } = attempt;
    const window = windowOf(noon);
    const verdict = await this.sources.ask(window);
    if (verdict.block) {
      const { block } = verdict;
      const settled = await this.database.transaction((tx) => draws.settleBlock(tx, attempt, block));
      if (settled) this.logger.info({ giveawayId, height: block.height, hash: block.hash }, 'block settled');
      return true;
    }
    const { reason, said } = verdict;
    this.logger.warn({ giveawayId, noon, reason, said }, 'no block that all sources name');
    const patienceUntil = Math.max(window.patienceUntil.getTime(), tryingSince.getTime() + PATIENCE_MS);
    await this.database.transaction(async (tx) => {
      const now = await this.clock.now(tx);
      if (now.getTime() < patienceUntil) return;
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
      const entries = await readEntries(tx, giveawayId);
      const seed = seedOf(commitment, blockHash);
      const winners = await drawWinners(entries, seed, winnersWanted);
      await draws.saveDraw(tx, giveawayId, { seed, winners }, await this.clock.now(tx));
      this.logger.info({ giveawayId, seed, winners: winners.length }, 'winners drawn');
      return true;
    });
  }
}
