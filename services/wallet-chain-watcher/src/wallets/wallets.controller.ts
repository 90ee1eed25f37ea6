import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import {
  exportWallets,
  linkWallet,
  listWallets,
  unlinkWallet,
} from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { DepositsService } from '../deposits/deposits.service.js';
import { WalletsService } from './wallets.service.js';

@Controller()
export class WalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly deposits: DepositsService,
  ) {}

  @Rpc(listWallets)
  async list({ memberId }: RpcInput<typeof listWallets>) {
    return { items: await this.wallets.list(memberId) };
  }

  @Rpc(exportWallets)
  async export({ memberId }: RpcInput<typeof exportWallets>) {
    return {
      items: await this.wallets.list(memberId),
      unlinked: await this.wallets.listUnlinked(memberId),
      claims: await this.wallets.listClaims(memberId),
      memo: await this.deposits.findMemo(memberId),
    };
  }

  @Rpc(linkWallet)
  link({ memberId, address, ...signed }: RpcInput<typeof linkWallet>) {
    return this.wallets.link(memberId, address, signed);
  }

  @Rpc(unlinkWallet)
  async unlink({ memberId, address }: RpcInput<typeof unlinkWallet>) {
    await this.wallets.unlink(memberId, address);
    return {};
  }
}
