import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { claimDeposits } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ClaimsService } from './claims.service.js';

@Controller()
export class ClaimsController {
  constructor(private readonly claims: ClaimsService) {}

  @Rpc(claimDeposits)
  claim({ memberId, address, ...signed }: RpcInput<typeof claimDeposits>) {
    return this.claims.claim({ memberId, address }, signed);
  }
}
