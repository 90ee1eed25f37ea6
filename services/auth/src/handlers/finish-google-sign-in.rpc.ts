import { authErrors } from '@likewell/contracts/auth/errors';
import { finishGoogleSignIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { AccountOpener } from '../domain/account-opener.js';
import { generatedUsernames } from '../domain/generated-usernames.js';
import { hashToken, newSessionToken } from '../domain/session-token.js';
import { GoogleProvider } from '../outside/google-provider.js';
import { takeAttempt, type GoogleAttempt } from '../storage/google-attempts.js';
import { enter, withFreeName } from '../storage/entering.js';

@Controller()
export class FinishGoogleSignInHandler {
  constructor(
    private readonly database: Database,
    private readonly google: GoogleProvider,
    private readonly accounts: AccountOpener,
  ) {}

  @Rpc(finishGoogleSignIn)
  async handle({
    answer,
    browserHash,
  }: RpcInput<typeof finishGoogleSignIn>): Promise<RpcOutput<typeof finishGoogleSignIn>> {
    const attempt = await this.database.transaction((tx) => takeAttempt(tx, hashToken(answer.state)));
    if (!attempt || !isOfBrowser(attempt, browserHash)) {
      throw new AppError(authErrors.GOOGLE_ATTEMPT_INVALID);
    }
    const account = await this.google.identify(answer, attempt);
    const token = newSessionToken();
    const visitor = {
      identity: { provider: 'google', subject: account.subject },
      email: account.email,
      referralCode: attempt.referralCode,
    } as const;
    const { member, joined } = await withFreeName(
      generatedUsernames(account.name, account.email),
      (username) =>
        this.database.transaction((tx) => enter(tx, { ...visitor, username, tokenHash: hashToken(token) })),
    );
    if (joined) await this.accounts.open(member.memberId, joined.referrerId);
    return { token, member };
  }
}

/** In constant time, although the hashes of random secrets tell nothing. */
function isOfBrowser({ browserHash }: GoogleAttempt, presented: string | null): boolean {
  return (
    presented !== null && timingSafeEqual(Buffer.from(browserHash, 'hex'), Buffer.from(presented, 'hex'))
  );
}
