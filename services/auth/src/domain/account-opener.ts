import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { LOGGER } from '@likewell/service-kit/boot/service-definition';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';

/** Has the ledger open a new member's account, so that the bonus is there at her first look. */
@Injectable()
export class AccountOpener {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: without the ledger, the event of her joining opens the account later. */
  async open(memberId: number, referrerId: number | null): Promise<void> {
    await this.rpc.call(openAccount, { memberId, referrerId }).catch((error: unknown) => {
      this.logger.warn({ err: error, memberId }, 'the account opens when the ledger is back');
    });
  }
}
