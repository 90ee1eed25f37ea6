import { authErrors } from '@likewell/contracts/auth/errors';
import { walletProved } from '@likewell/contracts/auth/events';
import type { finishWalletSignIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { verifyWalletSignature } from '@likewell/service-kit/wallet-signature/verify-wallet-signature';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { siteOriginOf, type AuthConfig } from '../config.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { anonymousUsernames } from '../usernames/generated-usernames.js';
import { newNonce, readMessage, writeMessage, type WalletMessage } from './wallet-message.js';
import { spendMessage, takeNonce } from './wallet-messages.queries.js';
import { WalletNonce } from './wallet-nonce.entity.js';

type Statement = RpcInput<typeof finishWalletSignIn>;

@Injectable()
export class WalletSignInService {
  constructor(
    private readonly database: Database,
    private readonly identities: IdentitiesService,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** The text for a wallet to sign, with a nonce for this host. @throws AppError WALLET_HOST_UNKNOWN */
  async begin(host: string): Promise<string> {
    const origin = siteOriginOf(host, this.config);
    if (!origin) throw new AppError(authErrors.WALLET_HOST_UNKNOWN);
    const nonce = newNonce();
    const site = new URL(origin).host;
    await this.database.transaction((tx) => tx.insert(WalletNonce, { nonce, host: site }));
    return writeMessage(site, nonce, new Date());
  }

  /**
   * Begins a session of the member who has this wallet; the first time it registers them.
   * @throws AppError WALLET_NOT_PROVEN, and as {@link IdentitiesService.signIn}
   */
  async finish(statement: Statement): Promise<RpcOutput<typeof finishWalletSignIn>> {
    const message = readProven(statement);
    const { address, referralCode } = statement;
    const visitor = {
      identity: { provider: 'wallet', subject: address },
      // The address is no name for everybody to see: it would tell what its member owns.
      usernames: anonymousUsernames(),
      email: null,
      referralCode,
    } as const;
    return this.identities.signIn(visitor, {
      before: (tx) => spend(tx, statement, message),
      after: (tx, { memberId }) => recordEvent(tx, walletProved, { memberId, address }),
    });
  }
}

/** What a wallet said, if it said it. Whatever is wrong reads the same. @throws AppError WALLET_NOT_PROVEN */
function readProven(statement: Statement): WalletMessage {
  const message = readMessage(statement.message);
  if (!message || !verifyWalletSignature(statement)) throw new AppError(authErrors.WALLET_NOT_PROVEN);
  return message;
}

/** Uses up the message, and its nonce. @throws AppError WALLET_NOT_PROVEN */
async function spend(tx: Tx, { address, message }: Statement, read: WalletMessage): Promise<void> {
  const isFresh =
    (read.challenge === null || (await takeNonce(tx, read.challenge))) &&
    (await spendMessage(tx, address, message, read));
  if (!isFresh) throw new AppError(authErrors.WALLET_NOT_PROVEN);
}
