import { cutPage, type Page } from '@likewell/contracts/core/page';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { showTime } from '../giveaways/calendar.js';
import { Clock } from '../giveaways/clock.js';
import { GiveawaysService } from '../giveaways/giveaways.service.js';
import { countEntries, findTwin, insertEntries, readEntries } from './entries.queries.js';
import { EntryCursors } from './entry-cursors.js';
import { EntryEntity } from './entry.entity.js';

/** Entries on a page: at most 150 KB of them, where a message may weigh 512 KiB. */
const ENTRIES_A_PAGE = 1000;

@Injectable()
export class EntriesService {
  constructor(
    private readonly database: Database,
    private readonly giveaways: GiveawaysService,
    private readonly clock: Clock,
    private readonly cursors: EntryCursors,
  ) {}

  /**
   * A page of a snapshot's entries in the order in which they are hashed.
   * @throws AppError GIVEAWAY_NOT_FOUND, NO_SNAPSHOT_YET, INVALID_CURSOR
   */
  async list(giveawayId: number, cursor: string | null): Promise<Page<string>> {
    const codec = this.cursors.ofEntries(giveawayId);
    const after = cursor === null ? '' : codec.decode(cursor).after;
    await this.giveaways.requireSnapshot(giveawayId);
    const rows = await this.database.read.find(EntryEntity, {
      where: { giveawayId, entry: MoreThan(after) },
      order: { entry: 'ASC' },
      take: ENTRIES_A_PAGE + 1,
    });
    const entries = rows.map(({ entry }) => entry);
    return cutPage(entries, (last) => codec.encode({ after: last }), ENTRIES_A_PAGE);
  }

  /**
   * Adds those entries that are not there yet, and returns how many they were; nothing once the giveaway's snapshot is
   * due, or where another giveaway would draw the same winners from the same entries by the same block.
   * @throws UserFacingError
   */
  async import(giveawayId: number, entries: readonly string[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      const snapshotAt = await this.giveaways.lockForImport(tx, giveawayId);
      if (snapshotAt === null) throw new UserFacingError(`There is no giveaway ${giveawayId}.`);
      // Asked for once the lock is held, since the snapshot waits for that too.
      if ((await this.clock.now(tx)) >= snapshotAt)
        throw new UserFacingError(
          `Giveaway ${giveawayId} takes no more entries: its snapshot was due ${showTime(snapshotAt)}.`,
        );
      const added = await insertEntries(tx, giveawayId, entries);
      const twin = await findTwin(tx, giveawayId);
      if (twin !== null)
        throw new UserFacingError(
          `Nothing was added: giveaway ${twin} has the same entries and the same last day, so both would draw the ` +
            'same winners. Take another last day for one of them.',
        );
      return added;
    });
  }

  /** Adds entries to a giveaway that the transaction has made or locked. */
  insert(tx: Tx, giveawayId: number, entries: readonly string[]): Promise<number> {
    return insertEntries(tx, giveawayId, entries);
  }

  /** All entries in the order in which they are hashed, read as they are taken. */
  readAll(tx: Tx, giveawayId: number): AsyncIterable<string> {
    return readEntries(tx, giveawayId);
  }

  /** How many entries giveaways have, by their ids; none of those that have none. */
  count(giveawayIds: readonly number[]): Promise<Map<number, number>> {
    return countEntries(this.database.read, giveawayIds);
  }
}
