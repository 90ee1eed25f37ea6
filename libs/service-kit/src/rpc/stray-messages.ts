import { isInboxSubject, readerOf } from '@likewell/contracts/core/bus-names';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import type { Msg } from '@nats-io/transport-node';
import type { Counter } from 'prom-client';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { LineLimit } from './line-limit.js';

/**
 * Tells calls from what NATS itself brings to their subjects: it checks nobody's right to name a subject for its
 * replies, and sends there what a process pulls, or its own confirmation (ADR 0177).
 */
export class StrayMessages {
  private readonly dropped: Counter<'subject'>;
  private readonly lines = new LineLimit();

  constructor(
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.dropped = metrics.counter(
      'likewell_rpc_stray_total',
      'Messages at the subject of a call that no caller sent there',
      'subject',
    );
  }

  /** Creates the counter of a subject before its first stray message, so that an alert sees the first one too. */
  expect(subject: string): void {
    this.dropped.inc({ subject }, 0);
  }

  /** True for a message that nobody sent as this call; it is counted and logged, a line per second and puller. */
  drops({ subject }: Rpc, message: Msg): boolean {
    const { subject: sentAs, reply } = message;
    // An event keeps its subject wherever it is sent, and the server's own messages ask for no reply.
    if (sentAs === subject && isInboxSubject(reply ?? '')) return false;
    this.dropped.inc({ subject });
    // Who pulls an event says where it goes, whoever told it. The reply subject of a call could be made up.
    const pulledBy = sentAs === subject ? undefined : readerOf(reply ?? '');
    const messages = this.lines.add(`${subject} ${pulledBy ?? ''}`);
    if (messages > 0) this.log.error({ subject, pulledBy, sentAs, reply, messages }, 'a message is no call');
    return true;
  }
}
