import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRow, queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** The first pause is longer than a request may take, so that no other replica asks while one is in progress. */
const FIRST_PAUSE = `interval '10 seconds'`;
const LONGEST_PAUSE = `interval '5 minutes'`;
/** How long the provider may be unavailable before a person has to review a text instead. */
const GIVE_UP_AFTER = `interval '24 hours'`;
const MAX_COUNTED = 10_000;

const awaitingRow = z.object({ isPublished: z.boolean(), isLatest: z.boolean() });
const measuredRow = z.object({
  shown: z.enum(['author', 'everybody']),
  count: z.int(),
  oldestSeconds: z.number(),
});

/** A text without a result of the automatic check; `isPublished` where it is, or would be, public meanwhile. */
export type AwaitingCheck = z.output<typeof awaitingRow>;

/** Postponed checks, by who sees the texts meanwhile; `oldestSeconds` is 0 when there are none. */
type Postponed = z.output<typeof measuredRow>;

/** SQL condition on a revision `r` of a post `p`: the automatic check has no result for it yet. It is never NULL. */
export const AWAITS_CHECK = `(p.deleted_at IS NULL AND (
    r.status = 'pending' AND r.asked_at IS NULL
    OR r.status = 'approved' AND (r.id IN (p.published_revision_id, p.withheld_revision_id)) IS TRUE
      AND EXISTS (SELECT FROM postponed_check c WHERE c.revision_id = r.id)))`;

/** Returns how a revision of a locked post waits for the automatic check; null when it does not wait. */
export function findAwaitingCheck(tx: Tx, revisionId: number): Promise<AwaitingCheck | null> {
  return queryRow(
    tx,
    awaitingRow,
    `SELECT r.status = 'approved' AS "isPublished", r.id = p.latest_revision_id AS "isLatest"
     FROM post_revision r JOIN post p ON p.id = r.post_id WHERE r.id = $1 AND ${AWAITS_CHECK}`,
    [revisionId],
  );
}

/**
 * Postpones the check of a text, or leaves an existing postponement unchanged, since a claim has already set
 * its next time. Returns true when the text has waited for too long.
 */
export async function postponeCheck(tx: Tx, revisionId: number): Promise<boolean> {
  await tx.query(
    `INSERT INTO postponed_check (revision_id, due_at) VALUES ($1, now() + ${FIRST_PAUSE})
     ON CONFLICT (revision_id) DO NOTHING`,
    [revisionId],
  );
  const isOverdue = await queryValue(
    tx,
    z.boolean(),
    `SELECT postponed_at < now() - ${GIVE_UP_AFTER} AS "isOverdue" FROM postponed_check WHERE revision_id = $1`,
    [revisionId],
  );
  return isOverdue ?? false;
}

/**
 * Claims checks that are due, oldest first. For all other replicas they are due again after a pause that
 * doubles each time. So only one replica at a time asks about a text, and another one does if that replica
 * has ended.
 */
export function claimDueChecks(tx: Tx, limit: number): Promise<number[]> {
  return queryColumn(
    tx,
    int8Id,
    `UPDATE postponed_check c SET attempts = c.attempts + 1,
       due_at = now() + least(${LONGEST_PAUSE}, ${FIRST_PAUSE} * 2 ^ least(c.attempts + 1, 16))
     FROM (SELECT revision_id FROM postponed_check WHERE due_at <= now()
           ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
     WHERE c.revision_id = due.revision_id RETURNING c.revision_id`,
    [limit],
  );
}

/** Deletes the postponement of a check. */
export async function endPostponement(tx: Tx, revisionId: number): Promise<void> {
  await tx.query('DELETE FROM postponed_check WHERE revision_id = $1', [revisionId]);
}

/** Deletes those of the claimed checks that are no longer needed: the text was replaced, or its post deleted. */
export async function dropNeedlessChecks(tx: Tx, revisionIds: readonly number[]): Promise<void> {
  await tx.query(
    `WITH needless AS (
       DELETE FROM postponed_check c USING post_revision r JOIN post p ON p.id = r.post_id
       WHERE c.revision_id = ANY ($1) AND r.id = c.revision_id AND NOT ${AWAITS_CHECK} RETURNING c.revision_id)
     UPDATE post_revision r SET status = 'superseded' FROM needless n WHERE r.id = n.revision_id AND r.status = 'approved'`,
    [revisionIds],
  );
}

/** Counts postponed checks, up to 10,000, with the age of the oldest. */
export function measurePostponed(tx: Tx): Promise<Postponed[]> {
  return queryRows(
    tx,
    measuredRow,
    `WITH postponed AS (
       SELECT c.postponed_at, CASE r.status WHEN 'approved' THEN 'everybody' ELSE 'author' END AS shown
       FROM postponed_check c JOIN post_revision r ON r.id = c.revision_id JOIN post p ON p.id = r.post_id
       WHERE ${AWAITS_CHECK} LIMIT ${MAX_COUNTED}
     )
     SELECT kind.shown, count(postponed_at)::integer AS count,
       coalesce(extract(epoch FROM now() - min(postponed_at)), 0)::float8 AS "oldestSeconds"
     FROM (VALUES ('author'), ('everybody')) AS kind (shown) LEFT JOIN postponed USING (shown)
     GROUP BY kind.shown`,
  );
}
