import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { User } from '@likewell/contracts/gateway/user';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { userView } from './users.presenter.js';

/** Members as the page sees them, with what the ledger says. */
@Injectable()
export class OwnProfilePresenter {
  constructor(private readonly rpc: RpcClient) {}

  /** A member who has just joined is told so even when the ledger is away: their bonus is owed, not paid yet. */
  async ownOrUnpaid(member: OwnProfile): Promise<User> {
    const balance = this.rpc.call(getBalance, { memberId: member.memberId });
    const { balanceNano } = await balance.catch(() => ({ balanceNano: 0n }));
    return userView(member, balanceNano);
  }
}
