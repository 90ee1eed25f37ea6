import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import { claimDeposit as contract } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { claimDeposit } from '../storage/deposits.js';

@Controller()
export class ClaimDepositHandler {
  constructor(private readonly database: Database) {}

  @Rpc(contract)
  async handle({ signature, memberId }: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    const { outcome, balanceNano } = await this.database.transaction((tx) =>
      claimDeposit(tx, signature, memberId),
    );
    if (outcome === 'signature-reused') throw new AppError(ledgerErrors.SIGNATURE_REUSED);
    if (outcome === 'not-unclaimed') throw new AppError(ledgerErrors.NOT_UNCLAIMED);
    if (outcome === 'no-account') throw new AppError(ledgerErrors.ACCOUNT_NOT_OPEN);
    return { claimed: outcome === 'claimed', balanceNano };
  }
}
