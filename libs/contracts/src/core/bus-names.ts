import type { EventKind } from './define-event.js';

/** Each kind's stream: what is told a thousand times cannot push out what is told once. */
export const STREAMS: Readonly<Record<EventKind, string>> = { event: 'EVENTS', total: 'TOTALS' };

/** The durable consumer, shared by its replicas, by which a service hears a subject. */
export const consumerName = (service: string, subject: string) =>
  `${service}_${subject.replaceAll('.', '_')}`;

/** Below this a process hears the replies to its own calls, and nobody else does. */
export const inboxPrefix = (process: string) => `_INBOX_${process}`;
