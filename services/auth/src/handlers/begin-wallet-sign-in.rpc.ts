import { authErrors } from '@likewell/contracts/auth/errors';
import { beginWalletSignIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Inject } from '@nestjs/common';
import { siteOriginOf, type AuthConfig } from '../config.js';
import { newNonce, writeMessage } from '../domain/wallet-message.js';
import { insertNonce } from '../storage/wallet-messages.js';

@Controller()
export class BeginWalletSignInHandler {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  @Rpc(beginWalletSignIn)
  async handle({ host }: RpcInput<typeof beginWalletSignIn>): Promise<RpcOutput<typeof beginWalletSignIn>> {
    const origin = siteOriginOf(host, this.config);
    if (!origin) throw new AppError(authErrors.WALLET_HOST_UNKNOWN);
    const nonce = newNonce();
    const site = new URL(origin).host;
    await this.database.transaction((tx) => insertNonce(tx, nonce, site));
    return { message: writeMessage(site, nonce, new Date()) };
  }
}
