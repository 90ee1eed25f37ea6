import type { EventKind } from './define-event.js';

/** Stream of each kind of event; separate, so that frequent totals cannot push out facts that are published once. */
export const STREAMS: Readonly<Record<EventKind, string>> = { event: 'EVENTS', total: 'TOTALS' };

/** Returns the name of the durable consumer of a subject that a service's replicas share. */
export const consumerName = (service: string, subject: string) =>
  `${service}_${subject.replaceAll('.', '_')}`;

/**
 * Returns the service to whose consumer NATS has a message acknowledged at this subject, which may also begin with a
 * domain and an account; undefined for any other subject.
 */
export const readerOf = (acknowledgement: string) =>
  /^\$JS\.ACK\.(?:[^.]+\.[^.]+\.)?[^.]+\.([^._]+)_/.exec(acknowledgement)?.[1];

const INBOXES = '_INBOX_';

/** Returns the prefix of the subjects at which only this process receives the replies to its calls. */
export const inboxPrefix = (process: string) => `${INBOXES}${process}`;

/** Returns the prefix of an inbox's subjects at which only this service replies: the second word of its calls. */
export const replyPrefix = (inbox: string, callSubject: string) => `${inbox}.${callSubject.split('.', 2)[1]}`;

/** True for a subject at which a process receives replies. */
export const isInboxSubject = (subject: string) => subject.startsWith(INBOXES);
