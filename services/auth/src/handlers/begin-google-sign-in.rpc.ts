import { authErrors } from '@likewell/contracts/auth/errors';
import { beginGoogleSignIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Inject } from '@nestjs/common';
import { siteOriginOf, type AuthConfig } from '../config.js';
import { hashToken } from '../domain/session-token.js';
import { GoogleProvider } from '../outside/google-provider.js';
import { insertAttempt } from '../storage/google-attempts.js';

const CALLBACK = '/api/auth/google/callback';

@Controller()
export class BeginGoogleSignInHandler {
  constructor(
    private readonly database: Database,
    private readonly google: GoogleProvider,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  @Rpc(beginGoogleSignIn)
  async handle({
    host,
    browserHash,
    referralCode,
  }: RpcInput<typeof beginGoogleSignIn>): Promise<RpcOutput<typeof beginGoogleSignIn>> {
    const origin = siteOriginOf(host, this.config);
    if (!origin) throw new AppError(authErrors.GOOGLE_NOT_SET_UP);
    const redirectUri = origin + CALLBACK;
    const { url, state, nonce, codeVerifier } = await this.google.begin(redirectUri);
    const attempt = { browserHash, nonce, codeVerifier, redirectUri, referralCode };
    await this.database.transaction((tx) => insertAttempt(tx, hashToken(state), attempt));
    return { url, state, isHttps: origin.startsWith('https:') };
  }
}
