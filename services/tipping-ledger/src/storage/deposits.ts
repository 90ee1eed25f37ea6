import type { Tx } from '@likewell/service-kit/database/database';

/** A gain of the platform's token account that one finalized chain transaction made. */
export interface Deposit {
  readonly signature: string;
  /** Null when nobody is known to own it. */
  readonly memberId: number | null;
  readonly amountNano: bigint;
}

/** What became of a deposit; see `credit_deposit`. */
export interface DepositOutcome {
  readonly outcome: 'credited' | 'repeated' | 'signature-reused' | 'no-account';
  readonly balanceNano: bigint;
}

/** Credits a deposit, once per signature. */
export async function creditDeposit(
  tx: Tx,
  { signature, memberId, amountNano }: Deposit,
): Promise<DepositOutcome> {
  const [row] = await tx.query<{ outcome: DepositOutcome['outcome']; balance: string | null }[]>(
    'SELECT * FROM credit_deposit($1, $2, $3)',
    [signature, memberId, amountNano.toString()],
  );
  if (!row) throw new Error('a deposit came back without an outcome');
  return { outcome: row.outcome, balanceNano: BigInt(row.balance ?? 0) };
}

/** What became of a claim; see `claim_deposit`. */
export interface ClaimOutcome {
  readonly outcome: 'claimed' | 'repeated' | 'signature-reused' | 'not-unclaimed' | 'no-account';
  readonly balanceNano: bigint;
}

/** Moves an unclaimed deposit to a member, once. */
export async function claimDeposit(tx: Tx, signature: string, memberId: number): Promise<ClaimOutcome> {
  const [row] = await tx.query<{ outcome: ClaimOutcome['outcome']; balance: string | null }[]>(
    'SELECT * FROM claim_deposit($1, $2)',
    [signature, memberId],
  );
  if (!row) throw new Error('a claim came back without an outcome');
  return { outcome: row.outcome, balanceNano: BigInt(row.balance ?? 0) };
}
