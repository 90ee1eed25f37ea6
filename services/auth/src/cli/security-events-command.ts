import { securityEventKind } from '@likewell/contracts/auth/security-events';
import { networkHash } from '@likewell/contracts/core/network-hash';
import type { Database } from '@likewell/service-kit/database/database';
import {
  countArgument,
  readCliArguments,
  UserFacingError,
} from '@likewell/service-kit/process/cli-arguments';
import { z } from 'zod';
import { findMemberByUsername } from '../members/members.queries.js';
import { findSecurityEvents } from '../security-events/find-security-events.queries.js';
import { securityEventsTable } from './security-events-table.js';

const MAX_ROWS = 10_000;
const DEFAULT_ROWS = '100';
/** Matches a time in UTC: `2026-12-01` or `2026-12-01T14:30Z`. */
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z)?$/;
const AGO = /^(\d{1,6})([mhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const words = z.strictObject({
  user: z.string().toLowerCase().optional(),
  kind: z
    .enum(securityEventKind.options, `kind is one of ${securityEventKind.options.join(', ')}`)
    .optional(),
  network: z
    .string()
    .refine(
      (text) => networkHash.safeParse(text).success,
      'network is one of the column "network": 32 hex digits.',
    )
    .optional(),
  since: moment('since'),
  until: moment('until'),
  limit: countArgument('limit', MAX_ROWS).prefault(DEFAULT_ROWS),
  format: z.enum(['table', 'json'], 'format is table or json').default('table'),
});

/** Lists security events for `make security-events`, newest first, as a table or as JSON. @throws UserFacingError */
export async function securityEvents(database: Database, given: readonly string[]): Promise<string> {
  const { user, format, limit, ...rest } = readCliArguments(words, given);
  const memberId = user === undefined ? undefined : await idOf(database, user);
  const wanted = { ...rest, memberId };
  const events = await findSecurityEvents(database.read, { ...wanted, limit });
  if (format === 'json') return JSON.stringify(events, null, 2);
  const last = events.at(-1);
  if (!last) return 'There is nothing of that kind.';
  const older = await findSecurityEvents(database.read, { ...wanted, until: new Date(last.at), limit: 1 });
  const more = older.length > 0 ? [`There is more: until=${last.at}`] : [];
  return [securityEventsTable(events), ...more].join('\n');
}

/** @throws UserFacingError */
async function idOf(database: Database, username: string): Promise<number> {
  const found = await findMemberByUsername(database.read, username);
  if (!found) throw new UserFacingError(`There is no member "${username}".`);
  return found.member.memberId;
}

function moment(name: string) {
  return z
    .string()
    .transform(parseMoment)
    .refine(
      (at) => at !== null,
      `${name} is a time such as 2026-12-01, 2026-12-01T14:30Z, or 90m, 24h, 7d for so long ago.`,
    )
    .optional();
}

function parseMoment(text: string): Date | null {
  const [, count, unit] = AGO.exec(text) ?? [];
  if (count && unit) return new Date(Date.now() - Number(count) * (UNIT_MS[unit] ?? 0));
  const at = new Date(text);
  return MOMENT.test(text) && !Number.isNaN(at.getTime()) ? at : null;
}
