import { authErrors } from '@likewell/contracts/auth/errors';
import { logIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordHasher } from '../domain/password-hasher.js';
import { hashToken, newSessionToken } from '../domain/session-token.js';
import { findPassword, holdPassword } from '../storage/identities.js';
import { admitMember } from '../storage/standing.js';
import { insertSession } from '../storage/sessions.js';

@Controller()
export class LogInHandler {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  @Rpc(logIn)
  async handle({ emailOrUser, password }: RpcInput<typeof logIn>): Promise<RpcOutput<typeof logIn>> {
    const identity = await findPassword(this.database.read, emailOrUser.toLowerCase());
    const matches = await this.hasher.verify(password, identity?.passwordHash ?? null);
    if (!identity || !matches) throw new AppError(authErrors.WRONG_CREDENTIALS);
    const { memberId, passwordHash } = identity;
    const token = newSessionToken();
    const member = await this.database.transaction(async (tx) => {
      // A session begun with a password that was changed meanwhile would outlive the change.
      const stands = await holdPassword(tx, memberId, passwordHash);
      if (!stands) throw new AppError(authErrors.WRONG_CREDENTIALS);
      const admitted = await admitMember(tx, memberId);
      await insertSession(tx, hashToken(token), memberId);
      return admitted;
    });
    return { token, member };
  }
}
