import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { lockVersion } from '../own-accounts/list-version.js';
import { lockLinks } from '../wallets/link-lock.js';
import {
  BYTES,
  COLUMNS,
  depositRow,
  IS_OF_ITS_WALLET,
  IS_OUTDATED,
  NAMED_MEMBERS,
  type Deposit,
} from './deposit.js';
import type { Verdict } from './judge-deposit.js';
import { signatureHex } from '../solana/signature.js';

/** Lease of a deposit that is being worked on: for this long nobody else takes it. */
export const LEASE = '15 seconds';
const UNJUDGED = `(deposit.state = 'seen' OR ${IS_OUTDATED})`;

/** Returns those of these signatures that are known. */
export function findDeposits(tx: Tx, signatures: readonly string[]): Promise<Deposit[]> {
  const sql = `SELECT ${COLUMNS} FROM deposit WHERE signature = ANY (${BYTES})`;
  return queryRows(tx, depositRow, sql, [signatures.map(signatureHex)]);
}

/** Returns the number of chain transactions that were found and not judged yet. */
export async function countSeen(tx: Tx): Promise<number> {
  const sql = `SELECT count(*)::integer AS total FROM deposit WHERE state = 'seen'`;
  return (await queryValue(tx, z.int(), sql)) ?? 0;
}

/**
 * Stores verdicts on chain transactions, each once: a later caller finds it stored. The owner is the one
 * member whom the memos name; if they name none, the member who has linked the only wallet that lost LIKE, for
 * what was found at that time; otherwise nobody. A transaction that brought nothing is stored only if it was
 * seen in our history, since anybody may report any signature. Returns false, and stores nothing, when the
 * list of our accounts is no longer at the version by which they were judged.
 */
export async function storeVerdicts(
  tx: Tx,
  verdicts: ReadonlyMap<string, Verdict>,
  version: number,
): Promise<boolean> {
  if (!(await lockVersion(tx, version))) return false;
  const rows = [...verdicts].map(([signature, { amountNano, ...verdict }]) => ({
    ...verdict,
    signature: signatureHex(signature),
    amount: amountNano.toString(),
  }));
  // Sorted, so that two replicas that store the same signatures do not deadlock.
  rows.sort((one, other) => (one.signature < other.signature ? -1 : 1));
  await tx.query(
    `WITH verdict AS (
       SELECT decode(v.signature, 'hex') AS signature, slot, outcome, amount,
         ARRAY(SELECT jsonb_array_elements_text(v.sources)) AS sources,
         ARRAY(SELECT jsonb_array_elements_text(v.codes)) AS codes
       FROM jsonb_to_recordset($1::jsonb)
         AS v (signature text, slot bigint, outcome text, amount bigint, sources jsonb, codes jsonb)
     ), dismissed AS (
       UPDATE deposit SET state = outcome, slot = verdict.slot, judged_under = $2, settled_at = now() FROM verdict
       WHERE deposit.signature = verdict.signature AND outcome <> 'deposit' AND ${UNJUDGED}
     )
     INSERT INTO deposit (signature, slot, state, amount, member_id, sources, codes, judged_under, due_at)
     SELECT signature, slot, 'judged', amount,
       CASE ${NAMED_MEMBERS}
         WHEN 1 THEN (SELECT member_id FROM deposit_code WHERE code = ANY (codes))
         WHEN 0 THEN (
           SELECT member_id FROM wallet WHERE address = sources[1] AND cardinality(sources) = 1 AND coalesce(
             (SELECT created_at FROM deposit AS found WHERE found.signature = verdict.signature), now()
           ) >= coalesce(claims_since, '-infinity')) END,
       sources, codes, $2, now() + interval '${LEASE}'
     FROM verdict WHERE outcome = 'deposit'
     ON CONFLICT (signature) DO UPDATE SET state = 'judged', slot = excluded.slot, amount = excluded.amount,
       member_id = excluded.member_id, sources = excluded.sources, codes = excluded.codes,
       judged_under = excluded.judged_under, due_at = excluded.due_at, settled_at = NULL
       WHERE ${UNJUDGED}`,
    [JSON.stringify(rows), version],
  );
  return true;
}

/** Records that the ledger has these with their members: judged ones are credited, claiming ones claimed. */
export async function markOwned(
  tx: Tx,
  signatures: readonly string[],
  from: 'judged' | 'claiming',
): Promise<void> {
  await tx.query(
    `WITH booked AS (
       SELECT signature FROM deposit WHERE signature = ANY (${BYTES}) AND state = $2 ORDER BY signature FOR UPDATE
     )
     UPDATE deposit SET state = CASE state WHEN 'judged' THEN 'credited' ELSE 'claimed' END, settled_at = now()
     FROM booked WHERE deposit.signature = booked.signature`,
    [signatures.map(signatureHex), from],
  );
}

/**
 * Records that the ledger keeps these unclaimed: they had no owner, or the owner has left for good. A deposit
 * that has another owner by now stays theirs. If a member has linked the sending wallet in the meantime, for what it
 * had sent by then, the deposit becomes theirs: the lock prevents links between this check and the update.
 */
export async function markUnclaimed(
  tx: Tx,
  deposits: readonly Pick<Deposit, 'signature' | 'memberId'>[],
): Promise<void> {
  await lockLinks(tx, 'shared');
  await tx.query(
    `WITH booked AS (
       SELECT signature, wallet.member_id AS late_owner
       FROM unnest($1::text[], $2::bigint[]) AS kept (hex, owner)
       JOIN deposit ON signature = decode(hex, 'hex') AND state IN ('judged', 'claiming')
         AND deposit.member_id IS NOT DISTINCT FROM owner
       LEFT JOIN wallet ON address = sources[1] AND ${IS_OF_ITS_WALLET}
         AND deposit.created_at >= coalesce(claims_since, '-infinity')
         AND wallet.member_id IS DISTINCT FROM owner
       ORDER BY signature FOR UPDATE OF deposit
     )
     UPDATE deposit SET settled_at = now(), due_at = now(), member_id = late_owner,
       state = CASE WHEN late_owner IS NULL THEN 'unclaimed' ELSE 'claiming' END
     FROM booked WHERE deposit.signature = booked.signature`,
    [deposits.map(({ signature }) => signatureHex(signature)), deposits.map(({ memberId }) => memberId)],
  );
}
