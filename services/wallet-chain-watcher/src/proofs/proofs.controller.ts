import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { beginWalletProof } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ProofsService } from './proofs.service.js';

@Controller()
export class ProofsController {
  constructor(private readonly proofs: ProofsService) {}

  @Rpc(beginWalletProof)
  async begin(proof: RpcInput<typeof beginWalletProof>) {
    const { message, expiresAt } = await this.proofs.begin(proof);
    return { message, expiresAt: expiresAt.toISOString() };
  }
}
