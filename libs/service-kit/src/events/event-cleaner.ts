import { PollingWorker } from '../concurrency/polling-worker.js';
import { tryLock } from '../database/advisory-locks.js';
import type { Database } from '../database/database.js';
import type { Logger } from '../telemetry/logger.js';
import { deleteOld, deleteOldCursors, EVENT_TABLES, type EventTable } from './old-event-rows.js';

/** Small enough for a statement of some milliseconds (ADR 0001). */
const BATCH = 5000;
/** Pause between two batches, so that other work can use the disk too. */
const PAUSE_MS = 50;
const IDLE_MS = 10_000;

/**
 * Deletes rows of outbox and inbox past their retention: in small batches until none is left, one replica at
 * a time. Then the positions of consumers that the service no longer has.
 */
export class EventCleaner extends PollingWorker {
  /** Position up to which the batches of this run have deleted. */
  private readonly from: Record<EventTable, string | null> = { outbox: null, inbox: null };

  constructor(
    private readonly database: Database,
    logger: Logger,
    private readonly retentionMs: number,
  ) {
    super('event cleaner', logger, IDLE_MS, () => this.clean());
  }

  private async clean(): Promise<number> {
    let isMore = false;
    for (const table of EVENT_TABLES) isMore = (await this.cleanBatch(table)) || isMore;
    if (!isMore) await this.database.transaction((tx) => deleteOldCursors(tx, this.retentionMs));
    return isMore ? PAUSE_MS : IDLE_MS;
  }

  /** @returns whether there may be more */
  private async cleanBatch(table: EventTable): Promise<boolean> {
    const deleted = await this.database.transaction(async (tx) => {
      if (!(await tryLock(tx, 'event-cleaning'))) return { count: 0, until: null };
      return deleteOld(tx, table, this.retentionMs, { from: this.from[table], limit: BATCH });
    });
    const isMore = deleted.count === BATCH;
    this.from[table] = isMore ? deleted.until : null;
    return isMore;
  }
}
