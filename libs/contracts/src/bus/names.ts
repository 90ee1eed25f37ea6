import type { EventKind } from '../core/define-event.js';
import type { ProcessName } from '../core/processes.js';

/** Each kind's stream: what is told a thousand times cannot push out what is told once. */
export const STREAMS: Readonly<Record<EventKind, string>> = { event: 'EVENTS', total: 'TOTALS' };

/**
 * Makes all streams and all consumers, and alone may: whoever makes a consumer says where its messages go, and could
 * have them delivered as a call. The ledger is who gains nothing by that.
 */
export const BUS_KEEPER: ProcessName = 'tipping-ledger';

/** The durable consumer, shared by its replicas, by which a service hears a subject. */
export const consumerName = (service: string, subject: string) =>
  `${service}_${subject.replaceAll('.', '_')}`;

/** Below this a process hears the replies to its own calls, and nobody else does. */
export const inboxPrefix = (process: string) => `_INBOX_${process}`;
