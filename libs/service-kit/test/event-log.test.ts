import { eventually } from '@likewell/testing/eventually';
import { QueryFailedError } from 'typeorm';
import type { EventMessage } from '../src/events/event-bus.js';
import { EventConsumer } from '../src/events/event-consumer.js';
import type { EventInbox, EventTools } from '../src/events/event-inbox.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { counted } from './tally.js';

const SECRET = 'kim@example.org';

it('a failed event that cannot be noted is logged with its error, without what the error carries', async () => {
  const lines: string[] = [];
  const broken = new Error('connection terminated');
  const failed = new QueryFailedError('INSERT INTO effect VALUES ($1)', [SECRET], new Error('no such table'));
  const nak = vi.fn();
  const message = { text: () => '{}', deliveryCount: 1, pending: 0, timestampMs: 0, nak, ack: vi.fn() };
  const inbox = {
    consumer: 'tally_event_tally_counted',
    contract: counted,
    maxTogether: 1,
    read: () => ({ envelope: {}, data: {} }),
    handle: (events: unknown[]) =>
      Promise.resolve({ fresh: [], known: [], failed: events.map((event) => ({ event, error: failed })) }),
    fail: () => Promise.reject(broken),
  } as unknown as EventInbox;
  const tools = {
    bus: {
      isConnected: () => true,
      consume: () =>
        Promise.resolve({
          stop: vi.fn(),
          async *[Symbol.asyncIterator](): AsyncGenerator<EventMessage> {
            await Promise.resolve();
            yield message;
          },
        }),
    },
    logger: createLogger('test', 'error', { write: (line) => void lines.push(line) }),
    metrics: new Metrics('test'),
    gapAfterMs: 1000,
  } as unknown as EventTools;
  const consumer = new EventConsumer(inbox, tools);
  consumer.start();
  await eventually(() => expect(nak).toHaveBeenCalled());
  await consumer.stop();
  const text = lines.join('');
  expect(text).not.toContain(SECRET);
  expect(text).toContain('no such table');
  expect(text).toContain('connection terminated');
});
