import { AppError } from '@likewell/contracts/core/app-error';
import { addressOf } from '@likewell/contracts/core/define-event';
import { getEvents, listEventIds, MAX_FETCHED, MAX_LISTED } from '@likewell/contracts/core/recover-events';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { EventInbox, EventTools, ReadEvent } from './event-inbox.js';
import * as rows from './inbox-rows.js';

/** A little less than the period, so that one replica alone has each of its own turns. */
const TURN_SHARE = 0.8;
/** As long as handling one page of due events may take before somebody else may try them too. */
const LEASE_MS = 60_000;

interface Listed {
  readonly position: number;
  readonly id: string;
}

/**
 * Finds what its consumer has missed, whatever the stream forgot: every few seconds one replica asks the publisher which
 * events left since it last asked, and handles those that the inbox does not know. It also tries failed ones again.
 */
export class EventReconciler {
  private readonly worker: PollingWorker;
  private readonly list: ReturnType<typeof listEventIds>;
  private readonly get: ReturnType<typeof getEvents>;

  /** @param behindMs how old the events are that the consumer is given at this time */
  constructor(
    private readonly inbox: EventInbox,
    private readonly behindMs: () => number,
    private readonly tools: EventTools,
  ) {
    const { publisher } = addressOf(inbox.contract);
    this.list = listEventIds(publisher);
    this.get = getEvents(publisher);
    // Its counter appears before the first loss, so that an alert sees that one too.
    tools.metrics.eventsRecovered.inc({ subject: inbox.contract.subject }, 0);
    this.worker = new PollingWorker(`${inbox.consumer} gaps`, tools.logger, tools.gapAfterMs, () =>
      this.round(),
    );
  }

  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async round(): Promise<number> {
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
    for (let isEnd = false; !isEnd && !this.worker.stopping;) {
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
      const payloads = events.map(({ envelope }) => JSON.stringify(envelope));
      this.tell(await this.handle(payloads.map((payload) => ({ payload, attempts: 0 }))));
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

  /** Those that the stream sends again as well come here only when it did not. */
  private async retryFailed(): Promise<void> {
    for (;;) {
      const due = await this.tools.database.transaction((tx) =>
        rows.claimDue(tx, this.inbox.consumer, MAX_FETCHED, LEASE_MS),
      );
      await this.handle(due);
      if (due.length < MAX_FETCHED || this.worker.stopping) return;
    }
  }

  /**
   * Hands over together what came in one response: a commit for each took most of the time of a long repair.
   * @returns how many had not been handled before
   */
  private async handle(given: readonly rows.FailedEvent[]): Promise<number> {
    const events: (ReadEvent & rows.FailedEvent)[] = [];
    for (const one of given) {
      try {
        events.push({ ...this.inbox.read(one.payload), ...one });
      } catch (error) {
        await this.inbox.fail(one.payload, one.attempts + 1, error);
      }
    }
    if (events.length === 0) return 0;
    const { fresh, failed } = await this.inbox.handle(events);
    for (const { event, error } of failed) await this.inbox.fail(event.payload, event.attempts + 1, error);
    return fresh.length;
  }
}
