import { authErrors } from '@likewell/contracts/auth/errors';
import type { beginGoogleSignIn, finishGoogleSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import type { finishGoogleProof } from '@likewell/contracts/auth/confirmation-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { siteOriginOf, type AuthConfig } from '../config.js';
import { GoogleProvider } from '../google/google-provider.js';
import { IdentitiesService } from '../identities/identities.service.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { hashToken } from '../sessions/session-token.js';
import { generatedUsernames } from '../usernames/generated-usernames.js';
import { GoogleAttempt, type GooglePurpose } from './google-attempt.entity.js';
import { takeAttempt, type TakenAttempt } from './google-attempts.queries.js';
import { insertGoogleProof } from './google-proofs.js';

const CALLBACK = '/api/auth/google/callback';

/** Google's response, and the browser that brought it. */
type Returned = Pick<RpcInput<typeof finishGoogleProof>, 'answer' | 'browserHash'>;

@Injectable()
export class GoogleSignInService {
  constructor(
    private readonly database: Database,
    private readonly google: GoogleProvider,
    private readonly identities: IdentitiesService,
    private readonly failures: FailuresRecorder,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** Returns the address at Google to send this browser to. @throws AppError GOOGLE_NOT_SET_UP, GOOGLE_UNAVAILABLE */
  async begin({ host, browserHash, referralCode, purpose = 'sign-in' }: RpcInput<typeof beginGoogleSignIn>) {
    const origin = siteOriginOf(host, this.config);
    if (!origin) throw new AppError(authErrors.GOOGLE_NOT_SET_UP);
    const redirectUri = origin + CALLBACK;
    const { url, state, nonce, codeVerifier } = await this.google.begin(redirectUri, purpose === 'proof');
    const attempt = {
      stateHash: hashToken(state),
      browserHash,
      nonce,
      codeVerifier,
      redirectUri,
      referralCode,
      purpose,
    };
    await this.database.transaction((tx) => tx.insert(GoogleAttempt, attempt));
    return { url, state, isHttps: origin.startsWith('https:') };
  }

  /**
   * Begins a session of the member with this Google account, who is registered if they are new.
   * @throws AppError GOOGLE_ATTEMPT_INVALID, and as {@link GoogleProvider.identify} and
   *   {@link IdentitiesService.signIn}
   */
  async finish(returned: RpcInput<typeof finishGoogleSignIn>): Promise<RpcOutput<typeof finishGoogleSignIn>> {
    const { origin, sessionHash } = returned;
    const unknown = { kind: 'sign-in-failed', method: 'google', origin, memberId: null } as const;
    const { account, referralCode } = await this.failures.watch(unknown, () =>
      this.identify(returned, 'sign-in'),
    );
    return this.identities.signIn({
      identity: { provider: 'google', subject: account.subject },
      usernames: generatedUsernames(account.name, account.email),
      email: account.email,
      referralCode,
      origin,
      confirms: true,
      sessionHash,
    });
  }

  /**
   * Finishes a proof: the holder of the token with this hash owns the account that Google names.
   * @throws AppError as {@link finish}, but for those of signing in
   */
  async finishProof({ proofHash, ...returned }: RpcInput<typeof finishGoogleProof>): Promise<void> {
    const { account } = await this.identify(returned, 'proof');
    const isRecent = await this.database.transaction((tx) => insertGoogleProof(tx, proofHash, account));
    if (!isRecent) throw new AppError(authErrors.GOOGLE_REFUSED);
  }

  /** Returns the account that Google names, and the data of the attempt. */
  private async identify({ answer, browserHash }: Returned, purpose: GooglePurpose) {
    const attempt = await this.database.transaction((tx) => takeAttempt(tx, hashToken(answer.state)));
    if (attempt?.purpose !== purpose || !isOfBrowser(attempt, browserHash)) {
      throw new AppError(authErrors.GOOGLE_ATTEMPT_INVALID);
    }
    const account = await this.google.identify(answer, attempt);
    return { account, referralCode: attempt.referralCode };
  }
}

/** Compares in constant time, although hashes of random secrets reveal nothing. */
function isOfBrowser({ browserHash }: TakenAttempt, presented: string | null): boolean {
  return (
    presented !== null && timingSafeEqual(Buffer.from(browserHash, 'hex'), Buffer.from(presented, 'hex'))
  );
}
