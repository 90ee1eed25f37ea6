import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { User } from '@likewell/contracts/gateway/user';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { ActorVoucher } from '../request/actor-voucher.js';
import { userView } from './users.presenter.js';

/** Members as the page sees them, with what the ledger says. */
@Injectable()
export class OwnProfilePresenter {
  constructor(
    private readonly rpc: RpcClient,
    private readonly voucher: ActorVoucher,
  ) {}

  /** A member who has just signed in. */
  async own(member: OwnProfile): Promise<User> {
    return userView(member, await this.balanceOf(member));
  }

  /** A member who has just joined is told so even when the ledger is away: their bonus is owed, not paid yet. */
  async ownOrUnpaid(member: OwnProfile): Promise<User> {
    return userView(member, await this.balanceOf(member).catch(() => 0n));
  }

  private async balanceOf({ memberId }: OwnProfile): Promise<bigint> {
    this.voucher.vouchFor({ memberId, role: 'member' });
    return (await this.rpc.call(getBalance, { memberId })).balanceNano;
  }
}
