import { authErrors } from '@likewell/contracts/auth/errors';
import { logIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordHasher } from '../domain/password-hasher.js';
import { hashToken, newSessionToken } from '../domain/session-token.js';
import { findPassword } from '../storage/identities.js';
import { findMember } from '../storage/members.js';
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
    const member = identity && matches && (await findMember(this.database.read, identity.memberId));
    if (!member) throw new AppError(authErrors.WRONG_CREDENTIALS);
    const token = newSessionToken();
    await this.database.transaction((tx) => insertSession(tx, hashToken(token), member.memberId));
    return { token, member };
  }
}
