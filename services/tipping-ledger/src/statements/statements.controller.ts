import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { exportStatement, getWeekTotals, listStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { StatementsService } from './statements.service.js';

@Controller()
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Rpc(listStatement)
  list(of: RpcInput<typeof listStatement>) {
    return this.statements.list(of);
  }

  @Rpc(exportStatement)
  export(of: RpcInput<typeof exportStatement>) {
    return this.statements.export(of);
  }

  @Rpc(getWeekTotals)
  weekTotals({ memberId }: RpcInput<typeof getWeekTotals>) {
    return this.statements.weekTotals(memberId);
  }
}
