import { walletProved } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/kernel/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { claimOfLinked } from '../storage/deposits.js';
import { linkWallet } from '../storage/wallets.js';

/** Who signs in with a wallet has proved that it is hers. A wallet that somebody else has linked stays where it is. */
@Controller()
export class LinkWalletOnWalletProved {
  @OnEvent(walletProved)
  async handle({ memberId, address }: EventData<typeof walletProved>, tx: Tx): Promise<void> {
    const linked = await linkWallet(tx, memberId, address);
    if (typeof linked !== 'string') await claimOfLinked(tx, memberId, address);
  }
}
