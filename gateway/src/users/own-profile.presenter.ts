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

  /**
   * A member who has just signed in, or joined. They are told so even when the ledger is away: auth has begun their session, and
   * what they showed for it may serve once. Their balance is 0 then until the page asks again.
   */
  async own(member: OwnProfile): Promise<User> {
    return userView(member, await this.balanceOf(member).catch(() => 0n));
  }

  private async balanceOf({ memberId }: OwnProfile): Promise<bigint> {
    this.voucher.vouchFor({ memberId, role: 'member' });
    return (await this.rpc.call(getBalance, { memberId })).balanceNano;
  }
}
