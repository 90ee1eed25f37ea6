import { authErrors } from '@likewell/contracts/auth/errors';
import { changePassword } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordHasher } from '../domain/password-hasher.js';
import { findPasswordOf, replacePassword } from '../storage/identities.js';
import { SessionCache } from '../storage/session-cache.js';
import { deleteSessionsOf } from '../storage/sessions.js';

@Controller()
export class ChangePasswordHandler {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly cache: SessionCache,
  ) {}

  @Rpc(changePassword)
  async handle(input: RpcInput<typeof changePassword>): Promise<RpcOutput<typeof changePassword>> {
    const { memberId, oldPassword, newPassword } = input;
    const oldHash = await findPasswordOf(this.database.read, memberId);
    const matches = await this.hasher.verify(oldPassword, oldHash);
    if (oldHash === null || !matches) throw new AppError(authErrors.WRONG_PASSWORD);
    const newHash = await this.hasher.hash(newPassword);
    const ended = await this.database.transaction(async (tx) => {
      // What was verified may have been changed meanwhile; then it is the current password no more.
      const replaced = await replacePassword(tx, memberId, { oldHash, newHash });
      if (!replaced) throw new AppError(authErrors.WRONG_PASSWORD);
      return deleteSessionsOf(tx, memberId);
    });
    await this.cache.revoke(ended);
    return {};
  }
}
