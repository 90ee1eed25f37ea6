import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hashToken } from '../sessions/session-token.js';
import { LINKS, type LinkPurpose, type MailLink } from './mail-link.js';

const TOKEN_BYTES = 32;
const linkRow = z.object({ memberId: int8Id, email: z.string(), sentAt: z.date() });
export type StoredLink = z.output<typeof linkRow>;

const LINK = 'member_id AS "memberId", email, created_at AS "sentAt"';

/**
 * Makes a link to mail, which voids the one before with that purpose and address, and is valid for as long as
 * that one at least. It works once, and has 256 random bits, of which only the SHA-256 is stored. They are in
 * the fragment, which browsers send to no server and in no referrer.
 * @param site the site's own origin, whatever a request says
 */
export async function createLink(
  tx: Tx,
  link: MailLink,
  site: string,
  ttlMs: number = LINKS[link.purpose].ttlMs,
): Promise<string> {
  const { page } = LINKS[link.purpose];
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.query(
    `INSERT INTO mail_link (token_hash, purpose, member_id, email, expires_at)
     VALUES (decode($1, 'hex'), $2, $3, $4, now() + make_interval(secs => $5))
     ON CONFLICT (member_id, purpose, email) DO UPDATE SET
       token_hash = excluded.token_hash, created_at = excluded.created_at,
       expires_at = greatest(mail_link.expires_at, excluded.expires_at)`,
    [hashToken(token), link.purpose, link.memberId, link.email, ttlMs / 1000],
  );
  return `${site}/account/${page}#${token}`;
}

/**
 * Takes and deletes a link, so that it works once; null if it is unknown, used, replaced, expired, or has
 * another purpose.
 */
export function takeLink(tx: Tx, purpose: LinkPurpose, tokenHash: string): Promise<StoredLink | null> {
  return queryRow(
    tx,
    linkRow,
    `DELETE FROM mail_link WHERE token_hash = decode($2, 'hex') AND purpose = $1 AND expires_at > now()
     RETURNING ${LINK}`,
    [purpose, tokenHash],
  );
}

/** Returns a link without a lock or deleting it: it may be used meanwhile. Null if {@link takeLink} would find none. */
export function findLink(tx: Tx, purpose: LinkPurpose, tokenHash: string): Promise<StoredLink | null> {
  return queryRow(
    tx,
    linkRow,
    `SELECT ${LINK} FROM mail_link
     WHERE token_hash = decode($2, 'hex') AND purpose = $1 AND expires_at > now()`,
    [purpose, tokenHash],
  );
}

/** Tells whether a link with this purpose is valid that was sent to this address of the member. */
export function isLinkValid(tx: Tx, { purpose, memberId, email }: MailLink): Promise<boolean> {
  const sql =
    'SELECT FROM mail_link WHERE member_id = $1 AND purpose = $2 AND email = $3 AND expires_at > now()';
  return returnsRow(tx, sql, [memberId, purpose, email]);
}

/** Voids a member's links with these purposes; if a time is given, only those made after it. */
export async function voidLinks(
  tx: Tx,
  memberId: number,
  purposes: readonly LinkPurpose[],
  madeAfter: Date | null = null,
): Promise<void> {
  await tx.query(
    `DELETE FROM mail_link WHERE member_id = $1 AND purpose = ANY($2)
     AND ($3::timestamptz IS NULL OR created_at > $3::timestamptz)`,
    [memberId, purposes, madeAfter],
  );
}

/** Voids a member's links with this purpose that were made longer ago than `ageMs`. */
export async function voidOlderLinks(
  tx: Tx,
  memberId: number,
  purpose: LinkPurpose,
  ageMs: number,
): Promise<void> {
  await tx.query(
    `DELETE FROM mail_link
     WHERE member_id = $1 AND purpose = $2 AND created_at < now() - make_interval(secs => $3)`,
    [memberId, purpose, ageMs / 1000],
  );
}

export const deleteExpiredLinks = oldRows('mail_link', 'expires_at < now()');
