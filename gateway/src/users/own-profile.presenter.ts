import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { User } from '@likewell/contracts/gateway/user';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { ActorVoucher } from '../request/actor-voucher.js';
import { userView, type OwnBalance } from './users.presenter.js';

/** Presents members to the page, with data of the ledger. */
@Injectable()
export class OwnProfilePresenter {
  constructor(
    private readonly rpc: RpcClient,
    private readonly voucher: ActorVoucher,
  ) {}

  /**
   * Presents a member who has just signed in or registered. This succeeds even while the ledger is away: auth
   * has begun their session, and their proof may work only once.
   */
  async own(member: OwnProfile): Promise<User> {
    this.voucher.vouchFor({ memberId: member.memberId, role: 'member' });
    return userView(member, await this.balanceOf(member));
  }

  /** Returns a member's balance; null while the ledger is away. That ends nobody's session: the page asks again. */
  balanceOf({ memberId }: Pick<OwnProfile, 'memberId'>): Promise<OwnBalance | null> {
    return this.rpc.call(getBalance, { memberId }).catch(() => null);
  }
}
