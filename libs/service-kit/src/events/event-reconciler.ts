import { AppError } from '@likewell/contracts/core/app-error';
import { addressOf } from '@likewell/contracts/core/define-event';
import { getEvents, listEventIds, MAX_FETCHED, MAX_LISTED } from '@likewell/contracts/core/recover-events';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { EventInbox, EventTools, ReadEvent } from './event-inbox.js';
import * as rows from './inbox-rows.js';

/**
 * Share of the period for which a turn lasts: a little less than one, so that the same replica can have each
 * of its turns.
 */
const TURN_SHARE = 0.8;
/** Longest time to handle one page of due events before another replica may try them too. */
const LEASE_MS = 60_000;

interface Listed {
  readonly position: number;
  readonly id: string;
}

/**
 * Finds events that its consumer has missed, whatever the stream lost: every few seconds one replica asks the
 * publisher which events were published since the last look, and handles those that the inbox does not know.
 * It also retries failed ones.
 */
export class EventReconciler extends PollingWorker {
  private readonly list: ReturnType<typeof listEventIds>;
  private readonly get: ReturnType<typeof getEvents>;

  /** @param behindMs age of the events that the consumer receives now */
  constructor(
    private readonly inbox: EventInbox,
    private readonly behindMs: () => number,
    private readonly tools: EventTools,
  ) {
    super(`${inbox.consumer} gaps`, tools.logger, tools.gapAfterMs, () => this.reconcile());
    const { publisher } = addressOf(inbox.contract);
    this.list = listEventIds(publisher);
    this.get = getEvents(publisher);
    // The counter exists before the first loss, so that an alert sees that one too.
    tools.metrics.eventsRecovered.inc({ subject: inbox.contract.subject }, 0);
  }

  private async reconcile(): Promise<number> {
    const { database, logger, gapAfterMs } = this.tools;
    const turnMs = gapAfterMs * TURN_SHARE;
    const cursor = await database.transaction((tx) => rows.claimCursor(tx, this.inbox.consumer, turnMs));
    if (cursor === null) return gapAfterMs;
    await this.retryFailed();
    try {
      await this.lookFrom(Number(cursor));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'unavailable') throw error;
      logger.debug({ err: error, subject: this.inbox.contract.subject }, 'no look for gaps this time');
    }
    return gapAfterMs;
  }

  private async lookFrom(cursor: number): Promise<void> {
    const { database, rpc, gapAfterMs } = this.tools;
    const { consumer, contract } = this.inbox;
    let position = cursor;
    for (let isEnd = false; !isEnd && !this.stopping;) {
      const olderThanMs = gapAfterMs + Math.round(this.behindMs());
      const input = { subject: contract.subject, afterPosition: position, olderThanMs, limit: MAX_LISTED };
      const { events } = await rpc.call(this.list, input);
      const missing = await rows.findMissing(
        database.read,
        consumer,
        events.map(({ id }) => id),
      );
      await this.recover(events.filter(({ id }) => missing.has(id)));
      position = events.at(-1)?.position ?? position;
      isEnd = events.length < MAX_LISTED;
      await database.transaction((tx) => rows.moveCursor(tx, consumer, position, isEnd));
    }
  }

  private async recover(missing: readonly Listed[]): Promise<void> {
    const { rpc, database } = this.tools;
    const { subject } = this.inbox.contract;
    for (let left = missing.map(({ position }) => position); left.length > 0;) {
      const positions = left.slice(0, MAX_FETCHED);
      const { events, isCut } = await rpc.call(this.get, { subject, positions });
      this.tell(await this.handle(events.map(({ envelope }) => JSON.stringify(envelope))));
      await database.transaction((tx) => rows.renewTurn(tx, this.inbox.consumer));
      const until = isCut ? events.at(-1)?.position : positions.at(-1);
      if (until === undefined) return;
      left = left.filter((position) => position > until);
    }
  }

  private tell(recovered: number): void {
    if (recovered === 0) return;
    const { subject } = this.inbox.contract;
    this.tools.metrics.eventsRecovered.inc({ subject }, recovered);
    this.tools.logger.warn({ subject, recovered }, 'the stream had lost events; their publisher sent them');
  }

  /** Retries failed events that are due; one that the stream redelivers as well is due only if the stream did not. */
  private async retryFailed(): Promise<void> {
    for (;;) {
      const due = await this.tools.database.transaction((tx) =>
        rows.claimDue(tx, this.inbox.consumer, MAX_FETCHED, LEASE_MS),
      );
      await this.handle(due);
      if (due.length < MAX_FETCHED || this.stopping) return;
    }
  }

  /**
   * Handles the events of one response together: a commit for each took most of the time of a long repair.
   * @returns the number of events that had not been handled before
   */
  private async handle(payloads: readonly string[]): Promise<number> {
    const events: (ReadEvent & { readonly payload: string })[] = [];
    for (const payload of payloads) {
      try {
        events.push({ ...this.inbox.read(payload), payload });
      } catch (error) {
        await this.inbox.fail(payload, error);
      }
    }
    if (events.length === 0) return 0;
    const { fresh, failed } = await this.inbox.handle(events);
    for (const { event, error } of failed) await this.inbox.fail(event.payload, error);
    return fresh.length;
  }
}
