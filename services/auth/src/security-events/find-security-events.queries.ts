import type { SecurityEventKind } from '@likewell/contracts/auth/security-events';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { EVENT_COLUMNS, eventRow } from './security-events.queries.js';

const fullRow = eventRow.extend({
  memberId: int8Id.nullable(),
  username: z.string().nullable(),
  operator: z.string().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
});
/** An event with all stored data, and its member's current name. */
export type FullSecurityEvent = z.output<typeof fullRow>;

/** Conditions for events; an absent one does not restrict them. */
interface Wanted {
  readonly memberId?: number | undefined;
  readonly kind?: SecurityEventKind | undefined;
  /** A keyed hash. */
  readonly network?: string | undefined;
  readonly since?: Date | null | undefined;
  /** Exclusive. */
  readonly until?: Date | null | undefined;
  readonly limit: number;
}

const CONDITIONS = {
  memberId: 'member_id =',
  kind: 'kind =',
  network: 'network =',
  since: 'at >=',
  until: 'at <',
};

/**
 * Returns events of all members for operators, newest first: `limit`, and with the last one all of its millisecond, so
 * that the next list goes on before that. Events of one transaction have the same time.
 */
export async function findSecurityEvents(tx: Tx, { limit, ...wanted }: Wanted): Promise<FullSecurityEvent[]> {
  const values: unknown[] = [limit];
  const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const value = wanted[name as keyof typeof wanted];
    return value === undefined || value === null ? [] : [`${condition} $${values.push(value)}`];
  });
  const end = await queryValue(
    tx,
    z.date(),
    `SELECT date_trunc('milliseconds', at) FROM security_event
     WHERE ${['true', ...conditions].join(' AND ')} ORDER BY at DESC OFFSET $1 - 1 LIMIT 1`,
    values,
  );
  if (end !== null) {
    conditions.push(`at >= $${values.push(end)}`);
    values[0] = null;
  }
  return queryRows(
    tx,
    fullRow,
    `SELECT found.*, username FROM (
       SELECT ${EVENT_COLUMNS}, member_id AS "memberId", operator, reason, request_id AS "requestId" FROM security_event
       WHERE ${['true', ...conditions].join(' AND ')} ORDER BY at DESC, id DESC LIMIT $1) AS found
     LEFT JOIN member ON member.id = found."memberId" ORDER BY at DESC, found.id DESC`,
    values,
  );
}
