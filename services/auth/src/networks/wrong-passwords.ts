import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';
import type { Limit } from './use-counts.js';

const countedRow = z.object({ isCounted: z.boolean(), waitMs: int8Id });

const GUESSED = ['member', 'second-factor', 'totp-setup', 'confirmation'] as const;
/** What is guessed of a member: their password (`member`), or a code where it is asked for. */
export type Guessed = (typeof GUESSED)[number];

/** Returns the account under which guesses at a member are counted. */
export const accountOf = (guessed: Guessed, memberId: number) => `${guessed}:${memberId}`;

/** Longest wait of a guess, so that an owner at home is never locked out for a day. */
const LONGEST_WAIT_MS = 3_600_000;

/** Wait after a number of guesses: `$3` guesses are free, then `$4` ms, then twice as long each time. */
const WAIT = `make_interval(secs => CASE WHEN w.guesses < $3::bigint THEN 0
  ELSE least($4::double precision * 2 ^ least(w.guesses - $3::bigint, 30), greatest($4::bigint, ${LONGEST_WAIT_MS})) / 1000 END)`;

/**
 * Counts one guess at the password of an account from a network, unless it must wait because of earlier
 * guesses. A day without guesses clears them.
 * @returns 0 if it was counted; otherwise the milliseconds to wait
 */
export async function countGuess(
  tx: Tx,
  { account, network }: { readonly account: string; readonly network: string },
  { points, windowMs }: Limit,
): Promise<number> {
  const row = await queryRow(
    tx,
    countedRow,
    `WITH counted AS (
       INSERT INTO wrong_password AS w (account, network, guesses, guessed_at)
       VALUES ($1, $2, 1, clock_timestamp())
       ON CONFLICT (account, network) DO UPDATE SET
         guesses = CASE WHEN w.guessed_at < clock_timestamp() - interval '1 day' THEN 1 ELSE w.guesses + 1 END,
         guessed_at = clock_timestamp()
       WHERE w.guessed_at + ${WAIT} <= clock_timestamp()
       RETURNING account)
     SELECT EXISTS (SELECT FROM counted) AS "isCounted", coalesce((
       SELECT greatest(1, ceil(1000 * date_part('epoch', guessed_at + ${WAIT} - clock_timestamp())))
       FROM wrong_password w WHERE account = $1 AND network = $2), 1)::bigint AS "waitMs"`,
    [account, network, points, windowMs],
  );
  if (!row) throw new Error('a count answered nothing');
  return row.isCounted ? 0 : row.waitMs;
}

/** Takes back the last guess of an account and network. */
export async function takeBackGuess(tx: Tx, account: string, network: string): Promise<void> {
  await tx.query(
    'UPDATE wrong_password SET guesses = greatest(0, guesses - 1) WHERE account = $1 AND network = $2',
    [account, network],
  );
}

/** Deletes all guesses of an account and network. */
export async function forgetGuesses(tx: Tx, account: string, network: string): Promise<void> {
  await tx.query('DELETE FROM wrong_password WHERE account = $1 AND network = $2', [account, network]);
}

/** Deletes all guesses at a member, from every network. */
export async function forgetMember(tx: Tx, memberId: number): Promise<void> {
  const accounts = GUESSED.map((guessed) => accountOf(guessed, memberId));
  await tx.query('DELETE FROM wrong_password WHERE account = ANY ($1)', [accounts]);
}

export const deleteOldGuesses = oldRows('wrong_password', `guessed_at < now() - interval '1 day'`);
