import { cutPage, type Page } from '@likewell/contracts/core/page';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { Inject, Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { z } from 'zod';
import type { GiveawayConfig } from '../config.js';
import { showTime } from '../giveaways/calendar.js';
import { Clock } from '../giveaways/clock.js';
import { GiveawaysService } from '../giveaways/giveaways.service.js';
import { findTwin, insertEntries, readEntries } from './entries.queries.js';
import { Entry } from './entry.entity.js';

/** Entries on a page: at most 150 KB, while a message may have 512 KiB. */
const ENTRIES_A_PAGE = 1000;

const entryKey = z.object({ after: z.string() });

@Injectable()
export class EntriesService {
  constructor(
    private readonly database: Database,
    private readonly giveaways: GiveawaysService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: GiveawayConfig,
  ) {}

  /**
   * Returns a page of a snapshot's entries in the order in which they are hashed.
   * @throws AppError GIVEAWAY_NOT_FOUND, NO_SNAPSHOT_YET, INVALID_CURSOR
   */
  async list(giveawayId: number, cursor: string | null): Promise<Page<string>> {
    const codec = new CursorCodec(this.config.CURSOR_SECRET, `entries:${giveawayId}`, entryKey);
    const after = cursor === null ? '' : codec.decode(cursor).after;
    await this.giveaways.requireSnapshot(giveawayId);
    const rows = await this.database.read.find(Entry, {
      where: { giveawayId, entry: MoreThan(after) },
      order: { entry: 'ASC' },
      take: ENTRIES_A_PAGE + 1,
    });
    const entries = rows.map(({ entry }) => entry);
    return cutPage(entries, (last) => codec.encode({ after: last }), ENTRIES_A_PAGE);
  }

  /**
   * Adds the entries that are not there yet, and returns their number. Adds nothing once the giveaway's
   * snapshot is due, or where another giveaway would draw the same winners from the same entries with the
   * same block.
   * @throws UserFacingError
   */
  async import(giveawayId: number, entries: readonly string[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      const snapshotAt = await this.giveaways.lockForImport(tx, giveawayId);
      if (snapshotAt === null) throw new UserFacingError(`There is no giveaway ${giveawayId}.`);
      // Read after the lock is taken, since the snapshot waits for that lock too.
      if ((await this.clock.now(tx)) >= snapshotAt)
        throw new UserFacingError(
          `Giveaway ${giveawayId} takes no more entries: its snapshot was due ${showTime(snapshotAt)}.`,
        );
      const added = await insertEntries(tx, giveawayId, entries);
      const twin = await findTwin(tx, giveawayId);
      if (twin !== null)
        throw new UserFacingError(
          `Nothing was added: giveaway ${twin} has the same entries and is decided by the same noon, so both would ` +
            'draw the same winners. Take another last day for one of them.',
        );
      return added;
    });
  }

  /** Returns all entries in the order in which they are hashed; they are read while they are consumed. */
  readAll(tx: Tx, giveawayId: number): AsyncIterable<string> {
    return readEntries(tx, giveawayId);
  }
}
