import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';
import { decodeBase58, encodeBase58 } from '../domain/base58.js';
import type { Verdict } from '../domain/judge-deposit.js';
import { holdLinks } from './wallets.js';

/**
 * `seen` in the account's history, not judged yet. `failed`, `nothing`: no deposit. `judged`: a deposit whose
 * amount and owner are fixed, and of which the ledger has not been told for certain. `credited` to its member, or
 * `unclaimed`. `claiming`: its owner was found later, and the ledger has not been told for certain. `claimed`.
 */
export type DepositState =
  'seen' | 'failed' | 'nothing' | 'judged' | 'credited' | 'unclaimed' | 'claiming' | 'claimed';

/** A chain transaction at our token account. */
export interface Deposit {
  /** In base58. */
  readonly signature: string;
  readonly state: DepositState;
  /** 0 of what is no deposit or is not judged. */
  readonly amountNano: bigint;
  readonly memberId: number | null;
}

const SIGNATURE_BYTES = 64;

/** A signature's 64 bytes in hex, by which it is known here. @throws RangeError for any other text */
export function signatureHex(signature: string): string {
  const bytes = decodeBase58(signature, SIGNATURE_BYTES);
  if (!bytes) throw new RangeError('no signature');
  return Buffer.from(bytes).toString('hex');
}

/** The base58 text of 64 bytes. */
export const signatureText = (bytes: Uint8Array): string => encodeBase58(bytes);

/** Those of these signatures that are known. */
export async function findDeposits(tx: Tx, signatures: readonly string[]): Promise<Deposit[]> {
  const rows = await tx.query<DepositRow[]>(
    `SELECT ${COLUMNS} FROM deposit WHERE signature = ANY (${BYTES})`,
    [signatures.map(signatureHex)],
  );
  return rows.map(toDeposit);
}

/**
 * Fixes what chain transactions were to us, each once: who comes later finds it fixed. The owner is the one member whom
 * the memos name, else the member whose wallet is the only one that lost LIKE, else nobody. Of those that
 * brought nothing only the ones that were seen are kept, since anybody may report any signature.
 */
export async function storeVerdicts(tx: Tx, verdicts: ReadonlyMap<string, Verdict>): Promise<void> {
  const rows = [...verdicts].map(([signature, { amountNano, ...verdict }]) => ({
    ...verdict,
    signature: signatureHex(signature),
    amount: amountNano.toString(),
  }));
  // In one order, so that two replicas that store the same ones never wait for each other in a circle.
  rows.sort((one, other) => (one.signature < other.signature ? -1 : 1));
  await tx.query(
    `WITH verdict AS (
       SELECT decode(v.signature, 'hex') AS signature, slot, outcome, amount,
         ARRAY(SELECT jsonb_array_elements_text(v.sources)) AS sources,
         ARRAY(SELECT jsonb_array_elements_text(v.codes)) AS codes
       FROM jsonb_to_recordset($1::jsonb)
         AS v (signature text, slot bigint, outcome text, amount bigint, sources jsonb, codes jsonb)
     ), dismissed AS (
       UPDATE deposit SET state = outcome, settled_at = now() FROM verdict
       WHERE deposit.signature = verdict.signature AND outcome <> 'deposit' AND state = 'seen'
     )
     INSERT INTO deposit (signature, slot, state, amount, member_id, sources, codes, due_at)
     SELECT signature, slot, 'judged', amount,
       CASE WHEN cardinality(codes) <= 1 THEN coalesce(
         (SELECT member_id FROM deposit_code WHERE code = codes[1]),
         (SELECT member_id FROM wallet WHERE address = sources[1] AND cardinality(sources) = 1)) END,
       sources, codes, now() + interval '${LEASE}'
     FROM verdict WHERE outcome = 'deposit'
     ON CONFLICT (signature) DO UPDATE SET state = 'judged', slot = excluded.slot, amount = excluded.amount,
       member_id = excluded.member_id, sources = excluded.sources, codes = excluded.codes, due_at = excluded.due_at
       WHERE deposit.state = 'seen'`,
    [JSON.stringify(rows)],
  );
}

/**
 * Notes that the ledger has these. One that nobody owned goes to the member who has linked its wallet in the
 * meantime: the lock keeps links from coming between the look and the note.
 */
export async function markTold(tx: Tx, signatures: readonly string[]): Promise<void> {
  await holdLinks(tx, 'shared');
  await tx.query(
    `WITH told AS (
       SELECT signature, deposit.member_id AS owner, wallet.member_id AS late_owner
       FROM deposit LEFT JOIN wallet ON address = sources[1] AND cardinality(sources) = 1 AND cardinality(codes) <= 1
       WHERE signature = ANY (${BYTES}) AND state = 'judged' ORDER BY signature FOR UPDATE OF deposit
     )
     UPDATE deposit SET settled_at = now(), due_at = now(), member_id = coalesce(owner, late_owner),
       state = CASE WHEN owner IS NOT NULL THEN 'credited' WHEN late_owner IS NOT NULL THEN 'claiming' ELSE 'unclaimed' END
     FROM told WHERE deposit.signature = told.signature`,
    [signatures.map(signatureHex)],
  );
}

/** Notes that the ledger has moved these from `unclaimed` to their members. */
export async function markClaimed(tx: Tx, signatures: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE deposit SET state = 'claimed', settled_at = now() WHERE signature = ANY (${BYTES}) AND state = 'claiming'`,
    [signatures.map(signatureHex)],
  );
}

/**
 * Makes those unclaimed deposits the member's that this wallet alone sent, or this one together with other wallets
 * of hers; at most `limit`. Answers them; the ledger is to be told.
 */
export async function claimSentBy(
  tx: Tx,
  { memberId, address, limit }: { memberId: number; address: string; limit: number },
): Promise<Deposit[]> {
  return takeUnclaimed(
    tx,
    `sources <@ (ARRAY(SELECT address FROM wallet WHERE member_id = $1) || ARRAY[$2::text])`,
    [memberId, address, limit],
  );
}

/** Makes those unclaimed deposits the member's that would have been so had this wallet been linked before; how many. */
export async function claimOfLinked(tx: Tx, memberId: number, address: string): Promise<number> {
  const condition = 'cardinality(sources) = 1 AND cardinality(codes) <= 1';
  return (await takeUnclaimed(tx, condition, [memberId, address, null])).length;
}

/** What all deposits that were ever found sum to, and how many there are in each state. */
export async function countDeposits(
  tx: Tx,
): Promise<{ byState: Map<string, number>; sumNano: bigint; oldestSeconds: number }> {
  const rows = await tx.query<{ state: string; count: string; sum: string | null }[]>(
    'SELECT state, count(*), sum(amount) FROM deposit GROUP BY state',
  );
  const [unfinished] = await tx.query<{ seconds: number }[]>(
    `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
     FROM deposit WHERE state IN ('seen', 'judged', 'claiming')`,
  );
  return {
    byState: new Map(rows.map(({ state, count }) => [state, Number(count)])),
    sumNano: rows.reduce((total, { sum }) => total + BigInt(sum ?? 0), 0n),
    oldestSeconds: unfinished?.seconds ?? 0,
  };
}

/** How long nobody else takes up what is being worked on. */
export const LEASE = '15 seconds';
/** Signatures in hex, as bytes. */
export const BYTES = `ARRAY(SELECT decode(hex, 'hex') FROM unnest($1::text[]) AS hex)`;
export const COLUMNS = 'signature, state, amount, member_id';

export interface DepositRow {
  readonly signature: Buffer;
  readonly state: DepositState;
  readonly amount: string | null;
  readonly member_id: string | null;
}

export function toDeposit(row: DepositRow): Deposit {
  return {
    signature: signatureText(row.signature),
    state: row.state,
    amountNano: BigInt(row.amount ?? 0),
    memberId: row.member_id === null ? null : idFromInt8(row.member_id),
  };
}

async function takeUnclaimed(tx: Tx, condition: string, parameters: unknown[]): Promise<Deposit[]> {
  const [rows] = await tx.query<[DepositRow[], number]>(
    `UPDATE deposit SET state = 'claiming', member_id = $1, due_at = now()
     WHERE signature IN (SELECT signature FROM deposit
       WHERE state = 'unclaimed' AND sources @> ARRAY[$2::text] AND ${condition}
       ORDER BY signature LIMIT $3 FOR UPDATE) AND state = 'unclaimed'
     RETURNING ${COLUMNS}`,
    parameters,
  );
  return rows.map(toDeposit);
}
