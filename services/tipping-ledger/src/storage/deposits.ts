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
