import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';

/** Lets the ledger open a new member's account, so that the bonus is there when they first look. */
@Injectable()
export class AccountOpener {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens the account. Never fails: without the ledger, the event of the registration opens the account
   * later.
   */
  async open(newcomer: RpcInput<typeof openAccount>): Promise<void> {
    await this.rpc.call(openAccount, newcomer).catch((error: unknown) => {
      this.logger.warn(
        { err: error, memberId: newcomer.memberId },
        'the account opens when the ledger is back',
      );
    });
  }
}
