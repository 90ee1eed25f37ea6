import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import { creditDeposit as contract } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { creditDeposit } from '../storage/deposits.js';

@Controller()
export class CreditDepositHandler {
  constructor(private readonly database: Database) {}

  @Rpc(contract)
  async handle(deposit: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    const { outcome, balanceNano } = await this.database.transaction((tx) => creditDeposit(tx, deposit));
    if (outcome === 'signature-reused') throw new AppError(ledgerErrors.SIGNATURE_REUSED);
    if (outcome === 'no-account') throw new AppError(ledgerErrors.ACCOUNT_NOT_OPEN);
    return { credited: outcome === 'credited', balanceNano };
  }
}
