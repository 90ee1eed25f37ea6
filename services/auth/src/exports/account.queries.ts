import { int8Id, int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { defineTable } from './export-table.js';

const EVENTS_A_PAGE = 1000;

const text = z.string();

/**
 * Declares a table of auth's own data. Its columns are those of the rows, by the same name and in the same
 * order.
 * @param sql query of the rows of the member `$1`
 */
const ownTable = <Shape extends z.ZodRawShape>(name: string, about: string, shape: Shape, sql: string) => {
  const row = z.object(shape);
  return {
    table: defineTable(name, about, row.keyof().options),
    find: (tx: Tx, memberId: number) => queryRows(tx, row, sql, [memberId]),
  };
};

const profileRow = z.object({
  member_id: int8Id,
  username: text,
  email: text.nullable(),
  email_verified_at: isoTime.nullable(),
  email_to_be_confirmed: text.nullable(),
  role: text,
  status: text,
  is_verified: z.boolean(),
  referral_code: text,
  referred_by: text.nullable(),
  ask_again_above: int8Nano.nullable(),
  codes_of_an_app_since: isoTime.nullable(),
  recovery_codes_left: z.int(),
  deletion_at: isoTime.nullable(),
  joined_at: isoTime,
});

export const profileTable = defineTable('profile', 'Your account as it is now.', profileRow.keyof().options, [
  'ask_again_above',
]);

/** Returns a member's own row with related data; null once they are deleted. */
export function findProfile(tx: Tx, memberId: number) {
  return queryRow(
    tx,
    profileRow,
    `SELECT m.id AS member_id, m.username, m.email, m.email_verified_at, c.new_email AS email_to_be_confirmed, m.role, m.status,
       m.is_verified, m.public_token AS referral_code, r.username AS referred_by, m.tip_limit_nano AS ask_again_above,
       t.confirmed_at AS codes_of_an_app_since, m.deletion_at, m.created_at AS joined_at,
       (SELECT count(*)::integer FROM recovery_code WHERE member_id = m.id) AS recovery_codes_left
     FROM member m LEFT JOIN member r ON r.id = m.referrer_id LEFT JOIN totp t ON t.member_id = m.id
       LEFT JOIN email_change c ON c.member_id = m.id AND c.expires_at > now()
     WHERE m.id = $1 AND m.status <> 'deleted'`,
    [memberId],
  );
}

export const formerUsernames = ownTable(
  'former_usernames',
  'Names that you gave up and that still lead to you.',
  { username: text, given_up_at: isoTime },
  'SELECT username, given_up_at FROM former_username WHERE member_id = $1 ORDER BY given_up_at, username',
);

export const signInMethods = ownTable(
  'sign_in_methods',
  'What you log in with: of a wallet its address, of Google the number that it has for you.',
  { provider: text, account: text.nullable(), added_at: isoTime },
  `SELECT provider, CASE WHEN provider <> 'password' THEN subject END AS account, created_at AS added_at
   FROM identity WHERE member_id = $1 ORDER BY created_at, id`,
);

export const passkeys = ownTable(
  'passkeys',
  'Your passkeys.',
  { name: text, added_at: isoTime, last_used_at: isoTime.nullable() },
  'SELECT name, created_at AS added_at, last_used_at FROM passkey WHERE member_id = $1 ORDER BY created_at, id',
);

export const sessions = ownTable(
  'sessions',
  'Where you are logged in. The time of the last use is to the hour.',
  { device: text.nullable(), method: text.nullable(), began_at: isoTime, last_used_at: isoTime },
  `SELECT device, method, created_at AS began_at, last_used_at
   FROM session WHERE member_id = $1 ORDER BY created_at, id`,
);

/**
 * Without those that ask a new address to confirm a change: one that another member has proved gets none, so by theirs
 * whoever asked would learn which addresses are members' (ADR 0151).
 */
export const mails = ownTable(
  'mails',
  'Mails that you were sent in the last 30 days, but not those to a new address; what they said is not kept.',
  { kind: text, status: text, queued_at: isoTime, finished_at: isoTime.nullable() },
  `SELECT template AS kind, status, queued_at, finished_at FROM mail
   WHERE member_id = $1 AND template <> 'confirm-new-email' ORDER BY id`,
);

const eventRow = z.object({
  id: int8Id,
  at: isoTime,
  kind: text,
  detail: text.nullable(),
  method: text.nullable(),
  count: z.int(),
  done_by: text,
});

export const eventsTable = defineTable(
  'security_events',
  'What happened to your account in the last 400 days, oldest first.',
  eventRow.omit({ id: true }).keyof().options,
);

/** Returns a page of a member's security events after an event; `nextId` is null for the last page. */
export async function findEvents(tx: Tx, memberId: number, afterId: number) {
  const rows = await queryRows(
    tx,
    eventRow,
    `SELECT id, at, kind, detail, method, count, done_by FROM security_event
     WHERE member_id = $1 AND id > $2 ORDER BY id LIMIT ${EVENTS_A_PAGE}`,
    [memberId, afterId],
  );
  return { rows, nextId: rows.length < EVENTS_A_PAGE ? null : (rows.at(-1)?.id ?? null) };
}

/** Returns a member's picture as shown, a WebP, or null. */
export function findPicture(tx: Tx, memberId: number): Promise<Buffer | null> {
  return queryValue(
    tx,
    z.instanceof(Buffer),
    'SELECT image FROM member JOIN avatar ON sha256 = avatar_sha256 WHERE member.id = $1',
    [memberId],
  );
}

/** Returns the current names of members by their ids. */
export async function findUsernames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const row = z.object({ id: int8Id, username: text });
  const sql = 'SELECT id, username FROM member WHERE id = ANY($1::bigint[])';
  const found = await queryRows(tx, row, sql, [[...new Set(ids)]]);
  return new Map(found.map(({ id, username }) => [id, username]));
}
