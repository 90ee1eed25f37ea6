import { memberRegistered } from '@likewell/contracts/auth/events';
import type { EventContract } from '@likewell/contracts/core/define-event';
import { getEvents, listEventIds, MAX_FETCHED } from '@likewell/contracts/core/recover-events';
import { postPublished } from '@likewell/contracts/posts/events';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { randomUUID } from 'node:crypto';
import { ledgerService } from '../src/app.module.js';
import { ledgerSchema } from '../src/schema.js';

const FIRST_ID = 5000;
const GAP_AFTER_MS = 500;

let service: ServiceUnderTest;

beforeAll(async () => {
  const definition = { ...ledgerService, eventLimits: { maxAttempts: 25, gapAfterMs: GAP_AFTER_MS } };
  service = await startService(definition, ledgerSchema);
});
afterAll(async () => {
  await service.stop();
});

/** Records as many events of a publisher as are sent at once, none of which is in the stream. */
function publishUnheard(
  publisher: string,
  { subject }: EventContract,
  dataOf: (id: number) => unknown,
): void {
  const events = Array.from({ length: MAX_FETCHED }, (_, index) => ({
    position: index + 1,
    envelope: {
      id: randomUUID(),
      type: subject,
      version: 1,
      occurredAt: new Date().toISOString(),
      actor: null,
      traceparent: null,
      requestId: null,
      data: dataOf(FIRST_ID + index),
    },
  }));
  service.bus.respond(listEventIds(publisher), (asked) => ({
    events: events
      .filter(({ position }) => asked.subject === subject && position > asked.afterPosition)
      .map(({ position, envelope }) => ({ position, id: envelope.id })),
  }));
  service.bus.respond(getEvents(publisher), ({ positions }) => ({
    events: events.filter(({ position }) => positions.includes(position)),
    isCut: false,
  }));
}

/** Returns how many rows the repair has written, and the most that one transaction wrote. */
async function rowsOfTransactions(table: string, id: string): Promise<unknown> {
  const { rows } = await service.schema.owner.query(
    `SELECT sum(rows)::integer AS all, max(rows)::integer AS most FROM (
       SELECT count(*) AS rows FROM ${table} WHERE ${id} >= ${FIRST_ID} GROUP BY xmin::text) AS written`,
  );
  return rows[0];
}

it('of events that the stream has lost no transaction handles two: tips wait for each', async () => {
  publishUnheard('auth', memberRegistered, (memberId) => ({ memberId, referrerId: null }));
  publishUnheard('posts', postPublished, (postId) => ({ postId, authorId: FIRST_ID, version: 1 }));
  const repaired = { all: MAX_FETCHED, most: 1 };
  await eventually(async () => {
    expect(await rowsOfTransactions('account', 'id')).toMatchObject({ all: MAX_FETCHED });
    expect(await rowsOfTransactions('post_total', 'post_id')).toMatchObject({ all: MAX_FETCHED });
  });
  expect(await rowsOfTransactions('account', 'id')).toEqual(repaired);
  expect(await rowsOfTransactions('post_total', 'post_id')).toEqual(repaired);
});
