import type { FullSecurityEvent } from '../security-events/find-security-events.queries.js';

const COLUMNS = ['at', 'member', 'kind', 'method', 'count', 'network', 'device', 'by', 'why', 'request'];

/** Events with a line each, in columns as wide as their widest cell. */
export function securityEventsTable(events: readonly FullSecurityEvent[]): string {
  const rows = [COLUMNS, ...events.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

const cellsOf = (event: FullSecurityEvent): string[] => [
  event.at.toISOString(),
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
