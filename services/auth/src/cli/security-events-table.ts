import { textTable } from '@likewell/service-kit/process/text-table';
import type { FullSecurityEvent } from '../security-events/find-security-events.queries.js';

const COLUMNS = ['at', 'member', 'kind', 'method', 'count', 'network', 'device', 'by', 'why', 'request'];

/** Formats events as a table with one line for each. */
export const securityEventsTable = (events: readonly FullSecurityEvent[]): string =>
  textTable([COLUMNS, ...events.map(cellsOf)]);

const cellsOf = (event: FullSecurityEvent): string[] => [
  event.at,
  event.username ?? '',
  event.detail === null ? event.kind : `${event.kind}: ${event.detail}`,
  event.method ?? '',
  event.count === 1 ? '' : String(event.count),
  event.network ?? '',
  event.device ?? '',
  event.operator ?? event.doneBy,
  event.reason ?? '',
  event.requestId ?? '',
];
