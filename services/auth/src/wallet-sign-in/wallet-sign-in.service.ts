import { authErrors } from '@likewell/contracts/auth/errors';
import type { beginWalletSignIn, finishWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { siteOriginOf, type AuthConfig } from '../config.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { anonymousUsernames } from '../usernames/generated-usernames.js';
import { recordWalletProved } from './record-wallet-proved.js';
import { newNonce, writeMessage, writeRequest } from './wallet-message.js';
import { WalletNonce } from './wallet-nonce.entity.js';
import { WalletProofs } from './wallet-proofs.js';

type Statement = RpcInput<typeof finishWalletSignIn>;

@Injectable()
export class WalletSignInService {
  constructor(
    private readonly database: Database,
    private readonly identities: IdentitiesService,
    private readonly failures: FailuresRecorder,
    private readonly proofs: WalletProofs,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /**
   * Returns the text that a wallet has to sign, in both forms, with one nonce for this host.
   * @throws AppError WALLET_HOST_UNKNOWN
   */
  async begin(host: string): Promise<RpcOutput<typeof beginWalletSignIn>> {
    const origin = siteOriginOf(host, this.config);
    if (!origin) throw new AppError(authErrors.WALLET_HOST_UNKNOWN);
    const nonce = newNonce();
    const site = new URL(origin).host;
    await this.database.transaction((tx) => tx.insert(WalletNonce, { nonce, host: site }));
    const time = new Date();
    return { message: writeMessage(site, nonce, time), signIn: writeRequest(origin, nonce, time) };
  }

  /**
   * Begins a session of the member with this wallet, who is registered if they are new.
   * @throws AppError WALLET_NOT_PROVEN, WALLET_PHRASE_OFF, and as {@link IdentitiesService.signIn}
   */
  async finish(statement: Statement): Promise<RpcOutput<typeof finishWalletSignIn>> {
    const { address, referralCode, origin, sessionHash } = statement;
    // A failure is recorded for nobody, since an address alone proves nothing: anybody can name another's.
    const unknown = { kind: 'sign-in-failed', method: 'wallet', origin, memberId: null } as const;
    const message = await this.failures.watch(unknown, () => this.proofs.read(statement));
    // Any page can have a wallet sign it: it names no host.
    const isBare = message.challenge === null;
    const visitor = {
      identity: { provider: 'wallet', subject: address },
      // The address must not become a public name: it would reveal what its member owns.
      usernames: anonymousUsernames(),
      email: null,
      referralCode,
      origin,
      confirms: !isBare,
      sessionHash,
    } as const;
    return this.identities.signIn(visitor, {
      before: (tx) => this.proofs.spend(tx, statement, message),
      after: (tx, { memberId }) => recordWalletProved(tx, memberId, address, isBare),
    });
  }
}
