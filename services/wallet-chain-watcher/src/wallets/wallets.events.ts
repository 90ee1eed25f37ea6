import { memberDeleted, walletProved } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { WalletsService } from './wallets.service.js';

@Injectable()
export class WalletsEvents {
  constructor(private readonly wallets: WalletsService) {}

  /** Links the wallet that a member has signed in with: the sign-in has proved that it is theirs. */
  @OnEvent(walletProved)
  async link(proved: EventData<typeof walletProved>, tx: Tx): Promise<void> {
    await this.wallets.linkProved(tx, proved);
  }

  @OnEvent(memberDeleted)
  async forget({ memberId }: EventData<typeof memberDeleted>, tx: Tx): Promise<void> {
    await this.wallets.forget(tx, memberId);
  }
}
