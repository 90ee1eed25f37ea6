import { AppError } from '@likewell/contracts/core/app-error';
import { giveawayErrors } from '@likewell/contracts/giveaway/errors';
import type { Giveaway as GiveawayView, GiveawaySummary } from '@likewell/contracts/giveaway/giveaway';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { Injectable } from '@nestjs/common';
import { firstNoon, snapshotAt } from './calendar.js';
import { Clock } from './clock.js';
import { Giveaway } from './giveaway.entity.js';
import { SUMMARY_COLUMNS, toGiveaway, toSummary } from './to-giveaway.js';

/**
 * The most giveaways in the list: at most 400 KB, since a summary has three lines of 200 characters, while a
 * message may have 512 KiB.
 */
const MAX_LISTED = 200;

/** A year until the end is enough for any giveaway; later is a mistyped one, which could not be taken back. */
const MAX_AHEAD_MS = 366 * 86_400_000;

/** The data that an operator gives for a new giveaway, validated. */
export type GiveawayFacts = Pick<
  Giveaway,
  'title' | 'prize' | 'audience' | 'rules' | 'winnersWanted' | 'endDate'
>;

/** A new giveaway with its times, as it is stored. */
export type NewGiveaway = GiveawayFacts & Pick<Giveaway, 'startsAt' | 'snapshotAt' | 'drawAt'>;

@Injectable()
export class GiveawaysService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the newest giveaways; the one that ends last comes first. */
  async list(): Promise<GiveawaySummary[]> {
    const { read } = this.database;
    const now = await this.clock.now(read);
    const rows = await read.find(Giveaway, {
      select: SUMMARY_COLUMNS,
      order: { endDate: 'DESC', id: 'DESC' },
      take: MAX_LISTED,
    });
    return rows.map((row) => toSummary(row, now));
  }

  /** Returns a giveaway as it is published now. @throws AppError GIVEAWAY_NOT_FOUND */
  async get(giveawayId: number): Promise<GiveawayView> {
    const now = await this.clock.now(this.database.read);
    return toGiveaway(await this.find(giveawayId), now);
  }

  /** Returns a giveaway with what is settled of its draw. @throws AppError GIVEAWAY_NOT_FOUND */
  async find(giveawayId: number): Promise<Giveaway> {
    const row = await this.database.read.findOneBy(Giveaway, { id: giveawayId });
    if (!row) throw new AppError(giveawayErrors.GIVEAWAY_NOT_FOUND);
    return row;
  }

  /** Makes sure that the entries of a giveaway are closed. @throws AppError GIVEAWAY_NOT_FOUND, NO_SNAPSHOT_YET */
  async requireSnapshot(giveawayId: number): Promise<void> {
    const row = await this.database.read.findOne(Giveaway, {
      select: { id: true, commitment: true },
      where: { id: giveawayId },
    });
    if (!row) throw new AppError(giveawayErrors.GIVEAWAY_NOT_FOUND);
    if (row.commitment === null) throw new AppError(giveawayErrors.NO_SNAPSHOT_YET);
  }

  /**
   * Creates a giveaway that starts now unless `start` is given. Its end must lie ahead, within a year: no entry
   * may be chosen after its block is known. The same giveaway again is rejected, since none can be taken back.
   * @throws UserFacingError
   */
  async create(facts: GiveawayFacts, start: Date | null): Promise<NewGiveaway & { id: number }> {
    return this.database.transaction(async (tx) => {
      // Two at once take turns, so that the later one sees the other's. It is the weakest mode that excludes
      // itself: no draw and no import waits for it, nor it for them.
      await tx.query('LOCK TABLE giveaway IN SHARE UPDATE EXCLUSIVE MODE');
      const now = await this.clock.now(tx);
      const startsAt = start ?? now;
      const { endDate } = facts;
      const times = { startsAt, snapshotAt: snapshotAt(endDate), drawAt: firstNoon(endDate) };
      if (times.snapshotAt <= now) throw new UserFacingError('end must not lie in the past.');
      if (times.snapshotAt.getTime() > now.getTime() + MAX_AHEAD_MS)
        throw new UserFacingError('end must lie within a year.');
      if (times.snapshotAt <= startsAt) throw new UserFacingError('start must come before the end.');
      if (await tx.existsBy(Giveaway, facts))
        throw new UserFacingError('There is the same giveaway already: make giveaway do=list shows it.');
      const giveaway = { ...facts, ...times };
      return { ...giveaway, id: await this.insert(tx, giveaway) };
    });
  }

  /** Inserts a giveaway and returns its id. */
  async insert(tx: Tx, giveaway: NewGiveaway): Promise<number> {
    const { identifiers } = await tx.insert(Giveaway, { ...giveaway });
    return Number(identifiers[0]?.id);
  }

  /**
   * Locks a giveaway, and those that the same noon decides, while entries are added: their snapshots wait, and
   * no two of them get the same entries at the same time. Returns the time of its snapshot, or null when there
   * is no such giveaway.
   */
  async lockForImport(tx: Tx, giveawayId: number): Promise<Date | null> {
    const row = await tx.findOne(Giveaway, {
      select: { id: true, drawAt: true, snapshotAt: true },
      where: { id: giveawayId },
    });
    if (!row) return null;
    await tx.find(Giveaway, {
      select: { id: true },
      where: { drawAt: row.drawAt },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return row.snapshotAt;
  }
}
