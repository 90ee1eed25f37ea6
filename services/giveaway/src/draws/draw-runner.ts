import type { Postponement } from '@likewell/contracts/giveaway/proof';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { BlockSources } from '../bitcoin/block-sources.js';
import { EntriesService } from '../entries/entries.service.js';
import { nextNoon, windowOf } from '../giveaways/calendar.js';
import { Clock } from '../giveaways/clock.js';
import { drawWinners, seedOf, snapshotOf } from './draw.js';
import * as draws from './draws.queries.js';
import type { Attempt, Noon } from './draws.queries.js';
import { FailingGiveaways, type Step } from './failing-giveaways.js';

type Cause = Pick<Postponement, 'reason' | 'said'>;
const LATE_SNAPSHOT: Cause = { reason: 'late-snapshot', said: [] };
/** The cause for a noon about which nobody was asked, since the draw was postponed only after it. */
const NOT_ASKED: Cause = { reason: 'unavailable', said: [] };

/**
 * How long attempts must have gone on before a draw is postponed. A short outage of the sources, or of this
 * service, postpones nothing.
 */
const MIN_TRYING_MS = 3_600_000;

/**
 * Advances draws: snapshot, block, winners. Each step is a transaction of its own that settles its part for
 * good. What is due is read from Postgres each time, so any replica continues where another one stopped. A
 * giveaway that fails delays no other one.
 */
@Injectable()
export class DrawRunner {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesService,
    private readonly sources: BlockSources,
    private readonly clock: Clock,
    private readonly failing: FailingGiveaways,
    private readonly state: ProcessState,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Does one step that is due, or records that it failed. Returns false when nothing is due except giveaways
   * that are skipped after a failure. The search for a block comes last, since slow sources may take more than
   * the minute after which it is due again.
   */
  async step(): Promise<boolean> {
    return (await this.takeSnapshot()) || (await this.draw()) || (await this.findBlock());
  }

  /**
   * Hashes the entries of a giveaway that has ended, and publishes the hash; from then on they cannot change.
   * A noon whose block may already exist is skipped: the commitment has to be published before the block can
   * be known.
   */
  private takeSnapshot(): Promise<boolean> {
    return this.takeOne('snapshot', draws.lockForSnapshot, async (tx, due, now) => {
      const { giveawayId } = due;
      await this.skipKnowable(tx, due, LATE_SNAPSHOT, now);
      const { commitment, entriesCount } = await snapshotOf(this.entries.readAll(tx, giveawayId));
      await draws.saveSnapshot(tx, giveawayId, commitment, entriesCount);
      this.logger.info({ giveawayId, commitment, entries: entriesCount }, 'snapshot taken');
    });
  }

  /**
   * Postpones a draw past each noon whose block may exist by now, and returns the one that decides then. So
   * nobody who can delay a draw chooses among blocks that are known.
   */
  private async skipKnowable(tx: Tx, { giveawayId, noon }: Noon, cause: Cause, now: Date): Promise<Date> {
    let open = noon;
    for (; windowOf(open).knowableFrom <= now; open = nextNoon(open))
      await draws.postponeDraw(tx, { giveawayId, noon: open }, cause, nextNoon(open), now);
    return open;
  }

  /** Searches for the block of one noon. No other replica searches for it in the next minute, whatever the result. */
  private async findBlock(): Promise<boolean> {
    const attempt = await this.database.transaction(async (tx) =>
      draws.claimAttempt(tx, await this.clock.nowForGood(tx)),
    );
    if (attempt === null) return false;
    await this.askSources(attempt).catch((error: unknown) =>
      this.failing.record('block', attempt.giveawayId, error),
    );
    return true;
  }

  /**
   * Asks the sources about a noon; settles the block that all of them name, or postpones the draw. An attempt
   * that a stop has interrupted does neither.
   */
  private async askSources(attempt: Attempt): Promise<void> {
    const { giveawayId, noon, triedAt, tryingSince } = attempt;
    const window = windowOf(noon);
    const agreement = await this.sources.ask(window);
    if (agreement.block) {
      const { block } = agreement;
      const settled = await this.database.transaction((tx) => draws.settleBlock(tx, attempt, block));
      if (settled) this.logger.info({ giveawayId, height: block.height, hash: block.hash }, 'block settled');
      return;
    }
    // What a stop has cut off says nothing about the sources.
    if (this.state.stopping.aborted) return;
    const { reason, said } = agreement;
    this.logger.warn({ giveawayId, noon, reason, said }, 'no block that all sources name');
    const postponedFrom = Math.max(window.postponedFrom.getTime(), tryingSince.getTime() + MIN_TRYING_MS);
    // Compares the time of the attempt, not the present: a process that was suspended while it waited for a
    // response has made no attempts meanwhile.
    if (triedAt.getTime() < postponedFrom) return;
    await this.database.transaction(async (tx) => {
      const now = await this.clock.nowForGood(tx);
      const next = nextNoon(noon);
      if (!(await draws.postponeDraw(tx, attempt, { reason, said }, next, now))) return;
      const decides = await this.skipKnowable(tx, { giveawayId, noon: next }, NOT_ASKED, now);
      this.logger.warn({ giveawayId, noon, reason, decides }, 'draw postponed');
    });
  }

  /** Draws the winners of a giveaway whose block is settled. */
  private draw(): Promise<boolean> {
    return this.takeOne('draw', draws.lockForDraw, async (tx, { giveawayId }) => {
      const { commitment, blockHash, winnersWanted } = await draws.readDrawBasis(tx, giveawayId);
      const seed = seedOf(commitment, blockHash);
      const winners = await drawWinners(this.entries.readAll(tx, giveawayId), seed, winnersWanted);
      await draws.saveDraw(tx, giveawayId, { seed, winners }, await this.clock.nowForGood(tx));
      this.logger.info({ giveawayId, seed, winners: winners.length }, 'winners drawn');
    });
  }

  /** Takes a step of one giveaway that is due, in one transaction. A failure is recorded for that giveaway alone. */
  private async takeOne<Due extends { readonly giveawayId: number }>(
    step: Step,
    lock: (tx: Tx, resting: readonly number[], now: Date) => Promise<Due | null>,
    work: (tx: Tx, due: Due, now: Date) => Promise<void>,
  ): Promise<boolean> {
    const taken: { giveawayId: number | null } = { giveawayId: null };
    try {
      await this.database.transaction(async (tx) => {
        taken.giveawayId = null;
        const now = await this.clock.nowForGood(tx);
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
