import { registerMember } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AccountOpener } from '../domain/account-opener.js';
import { PasswordHasher } from '../domain/password-hasher.js';
import { hashToken, newSessionToken } from '../domain/session-token.js';
import { toUsername } from '../domain/username.js';
import { insertPassword } from '../storage/identities.js';
import { joinLikewell } from '../storage/joining.js';
import { assertFree } from '../storage/members.js';
import { insertSession } from '../storage/sessions.js';

@Controller()
export class RegisterMemberHandler {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly accounts: AccountOpener,
  ) {}

  @Rpc(registerMember)
  async handle(input: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    const username = toUsername(input.username);
    const email = input.email.toLowerCase();
    await assertFree(this.database.read, username, email);
    const passwordHash = await this.hasher.hash(input.password);
    const token = newSessionToken();
    const { member, referrerId } = await this.database.transaction(async (tx) => {
      const joined = await joinLikewell(tx, { username, email, referralCode: input.referralCode });
      await insertPassword(tx, joined.member.memberId, passwordHash);
      await insertSession(tx, hashToken(token), joined.member.memberId);
      return joined;
    });
    await this.accounts.open(member.memberId, referrerId);
    return { token, member };
  }
}
