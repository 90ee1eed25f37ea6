import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import type { creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { int8Nano } from '@likewell/service-kit/database/columns';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LedgerLock } from '../ledger-lock/ledger-lock.js';
import { findDeposited } from './deposits.queries.js';

const balance = int8Nano.nullable();
/** See `credit_deposit`. */
const creditRow = z.object({
  outcome: z.enum(['credited', 'repeated', 'signature-reused', 'no-account']),
  balance,
  is_unclaimed: z.boolean(),
});
/** See `claim_deposit`. */
const claimRow = z.object({
  outcome: z.enum(['claimed', 'repeated', 'signature-reused', 'not-unclaimed', 'member-left', 'no-account']),
  balance,
});

type Row = z.output<typeof creditRow> | z.output<typeof claimRow>;

const REJECTIONS: Record<Exclude<Row['outcome'], 'credited' | 'claimed' | 'repeated'>, ErrorDefinition> = {
  'signature-reused': ledgerErrors.SIGNATURE_REUSED,
  'not-unclaimed': ledgerErrors.NOT_UNCLAIMED,
  'member-left': ledgerErrors.MEMBER_LEFT,
  'no-account': ledgerErrors.ACCOUNT_NOT_OPEN,
};

/** Deposits of LIKE to the platform. Amounts are nano-LIKE. */
@Injectable()
export class DepositsService {
  constructor(
    private readonly lock: LedgerLock,
    private readonly database: Database,
  ) {}

  /**
   * Credits a deposit, once per signature. Without a member, or when they have left, it is unclaimed.
   * @throws AppError SIGNATURE_REUSED, ACCOUNT_NOT_OPEN
   */
  async credit({ signature, memberId, amountNano }: RpcInput<typeof creditDeposit>) {
    const values = [signature, memberId, amountNano.toString()];
    const row = await this.lock.rowOf('credit-deposit', creditRow, 'credit_deposit($1, $2, $3)', values);
    const balanceNano = acceptedBalance(row);
    return { credited: row.outcome === 'credited', balanceNano, isUnclaimed: row.is_unclaimed };
  }

  /**
   * Moves an unclaimed deposit to a member, once.
   * @throws AppError SIGNATURE_REUSED, NOT_UNCLAIMED, MEMBER_LEFT, ACCOUNT_NOT_OPEN
   */
  async claim(signature: string, memberId: number) {
    const values = [signature, memberId];
    const row = await this.lock.rowOf('claim-deposit', claimRow, 'claim_deposit($1, $2)', values);
    const balanceNano = acceptedBalance(row);
    return { claimed: row.outcome === 'claimed', balanceNano };
  }

  /** Returns the sum of all deposits ever. */
  total(): Promise<bigint> {
    return findDeposited(this.database.read);
  }
}

/** Returns the balance of an accepted deposit or claim. @throws AppError for an outcome that is a rejection */
function acceptedBalance({ outcome, ...row }: Row): bigint {
  if (outcome !== 'credited' && outcome !== 'claimed' && outcome !== 'repeated')
    throw new AppError(REJECTIONS[outcome]);
  return row.balance ?? 0n;
}
