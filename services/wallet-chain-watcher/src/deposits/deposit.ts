import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { z } from 'zod';
import { signatureText } from './signature.js';

/**
 * `seen` in the account's history, not judged yet. `failed`, `nothing`: no deposit. `judged`: a deposit whose
 * amount and owner are fixed, and of which the ledger has not been told for certain. `credited` to its member, or
 * `unclaimed`. `claiming`: its owner was found later, and the ledger has not been told for certain. `claimed`.
 */
const depositState = z.enum([
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

/** A chain transaction at our token account. */
export interface Deposit {
  /** In base58. */
  readonly signature: string;
  readonly state: DepositState;
  /** 0 of what is no deposit or is not judged. */
  readonly amountNano: bigint;
  readonly memberId: number | null;
}

/** That nothing came is said of the accounts that were listed then; by a longer list it has not been judged. */
export const IS_OUTDATED = `(deposit.state = 'nothing'
  AND coalesce(deposit.judged_under, 0) < (SELECT version FROM own_accounts))`;
/** The columns of `deposit` that {@link depositRow} reads. */
export const COLUMNS = `signature, CASE WHEN ${IS_OUTDATED} THEN 'seen' ELSE state END AS state, amount, member_id`;
/** Signatures in hex, as bytes. */
export const BYTES = `ARRAY(SELECT decode(hex, 'hex') FROM unnest($1::text[]) AS hex)`;

export const depositRow = z
  .object({
    signature: z.instanceof(Buffer),
    state: depositState,
    amount: int8Nano.nullable(),
    member_id: int8Id.nullable(),
  })
  .transform((row): Deposit => ({
    signature: signatureText(row.signature),
    state: row.state,
    amountNano: row.amount ?? 0n,
    memberId: row.member_id,
  }));
