import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { z } from 'zod';
import { signatureColumn } from '../solana/signature.js';

/**
 * States of a signature. `seen`: in the account's history, not judged yet. `failed`, `nothing`: no deposit.
 * `judged`: a deposit whose amount and owner are fixed; it is not certain that the ledger has been told.
 * `credited`: to its member. `unclaimed`: to nobody. `claiming`: its owner was found later; it is not certain
 * that the ledger has been told. `claimed`: moved to that owner.
 */
export const depositState = z.enum([
  'seen',
  'failed',
  'nothing',
  'judged',
  'credited',
  'unclaimed',
  'claiming',
  'claimed',
]);
export type DepositState = z.output<typeof depositState>;

/**
 * SQL condition for an outdated verdict of `nothing`. Such a verdict holds for the accounts that were listed
 * at the time; under a longer list the transaction has not been judged.
 */
export const IS_OUTDATED = `(deposit.state = 'nothing'
  AND coalesce(deposit.judged_under, 0) < (SELECT version FROM own_accounts))`;
/** The columns of `deposit` that {@link depositRow} reads. */
export const COLUMNS = `signature, CASE WHEN ${IS_OUTDATED} THEN 'seen' ELSE state END AS state,
  coalesce(amount, 0) AS "amountNano", member_id AS "memberId"`;
/** SQL for the number of members whom the memos of a deposit name; a code of nobody counts as none. */
export const NAMED_MEMBERS = '(SELECT count(*) FROM deposit_code WHERE code = ANY (codes))';
/**
 * SQL condition for an unclaimed deposit that becomes its wallet's member's: it has one sender, and names at most one
 * code. What names two is left to claims, whoever they belong to: a link must not look up each of 100,000.
 */
export const IS_OF_ITS_WALLET = 'cardinality(sources) = 1 AND cardinality(codes) <= 1';
/** Signatures in hex, as bytes. */
export const BYTES = `ARRAY(SELECT decode(hex, 'hex') FROM unnest($1::text[]) AS hex)`;

export const depositRow = z.object({
  signature: signatureColumn,
  state: depositState,
  /** 0 when it is no deposit, or is not judged yet. */
  amountNano: int8Nano,
  memberId: int8Id.nullable(),
});
/** A chain transaction that touched our token account. */
export type Deposit = Readonly<z.output<typeof depositRow>>;
