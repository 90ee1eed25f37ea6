import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

const claimedRow = z.object({
  id: int8Id,
  messageId: z.string(),
  template: z.string(),
  recipient: z.string(),
  data: z.unknown(),
  /** Number of this attempt, from 1. */
  attempts: z.number(),
  /** Null for a recipient who is no member, or no longer one. */
  username: z.string().nullable(),
});
/** A mail that nobody else sends until its lease expires. */
export type ClaimedMail = z.output<typeof claimedRow>;

/** Claims the mail that has been due for longest, for `leaseMs`; null if none is due. */
export function claimMail(tx: Tx, leaseMs: number): Promise<ClaimedMail | null> {
  return queryRow(
    tx,
    claimedRow,
    `UPDATE mail SET attempts = attempts + 1, due_at = now() + $1 * interval '1 millisecond'
     WHERE id = (SELECT id FROM mail WHERE status = 'queued' AND due_at <= now() AND useful_until > now()
                 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, message_id AS "messageId", template, recipient, data, attempts,
       (SELECT username FROM member WHERE member.id = mail.member_id) AS username`,
    [leaseMs],
  );
}

/** Ends a mail and deletes its recipient and content. It counts as sent if any of the attempts has sent it. */
export async function finishMail(tx: Tx, id: number, status: 'sent' | 'given-up'): Promise<void> {
  await tx.query(
    `UPDATE mail SET status = $2, finished_at = now(), recipient = NULL, data = NULL WHERE id = $1 AND status = 'queued'`,
    [id, status],
  );
}

/**
 * Schedules another attempt: after a second, then twice as long each time, at most a quarter of an hour,
 * varied by up to a quarter of that. Does nothing if the lease has expired and somebody else has claimed the
 * mail.
 */
export async function postponeMail(tx: Tx, { id, attempts }: ClaimedMail): Promise<void> {
  await tx.query(
    `UPDATE mail SET due_at = now()
       + least(900, power(2, least($2::integer, 20) - 1)) * (0.75 + random() / 2) * interval '1 second'
     WHERE id = $1 AND attempts = $2 AND status = 'queued'`,
    [id, attempts],
  );
}

/** Gives up the mails that are no longer useful and that nobody is sending. @returns their number */
export async function giveUpUseless(tx: Tx): Promise<number> {
  const rows = await queryRows(
    tx,
    z.object({}),
    `UPDATE mail SET status = 'given-up', finished_at = now(), recipient = NULL, data = NULL
     WHERE id = ANY(ARRAY(SELECT id FROM mail WHERE status = 'queued' AND useful_until <= now() AND due_at <= now()
                          LIMIT 1000 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
  );
  return rows.length;
}

export const deleteOldMails = oldRows(
  'mail',
  `status <> 'queued' AND finished_at < now() - interval '30 days'`,
);

/** Returns the number of waiting mails, and how long the oldest has waited in seconds. */
export async function measureMails(tx: Tx): Promise<{ count: number; oldestSeconds: number }> {
  const row = await queryRow(
    tx,
    z.object({ count: z.number(), oldestSeconds: z.number() }),
    `SELECT count(*)::integer AS count, coalesce(date_part('epoch', now() - min(queued_at)), 0) AS "oldestSeconds"
     FROM mail WHERE status = 'queued'`,
  );
  return row ?? { count: 0, oldestSeconds: 0 };
}
