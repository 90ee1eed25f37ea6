import { memberProfileChanged, memberRegistered } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { registerMember } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Controller, Inject } from '@nestjs/common';
import { PasswordHasher } from '../domain/password-hasher.js';
import { hashToken, newPublicToken, newSessionToken } from '../domain/session-token.js';
import { toUsername } from '../domain/username.js';
import { insertPassword } from '../storage/identities.js';
import { assertFree, findReferrer, insertMember, toPublicProfile } from '../storage/members.js';
import { insertSession } from '../storage/sessions.js';

@Controller()
export class RegisterMemberHandler {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Rpc(registerMember)
  async handle(input: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    const username = toUsername(input.username);
    const email = input.email.toLowerCase();
    await assertFree(this.database.read, username, email);
    const passwordHash = await this.hasher.hash(input.password);
    const token = newSessionToken();
    const { member, referrerId } = await this.database.transaction(async (tx) => {
      const joined = await join(tx, { username, email, referralCode: input.referralCode });
      await insertPassword(tx, joined.member.memberId, passwordHash);
      await insertSession(tx, hashToken(token), joined.member.memberId);
      return joined;
    });
    await this.openAccount(member.memberId, referrerId);
    return { token, member };
  }

  /** So that the bonus is there at the first look. Should this fail, the event opens the account. */
  private async openAccount(memberId: number, referrerId: number | null): Promise<void> {
    await this.rpc.call(openAccount, { memberId, referrerId }).catch((error: unknown) => {
      this.logger.warn({ err: error, memberId }, 'the account opens when the ledger is back');
    });
  }
}

async function join(
  tx: Tx,
  { username, email, referralCode }: { username: string; email: string; referralCode: string | null },
): Promise<{ member: OwnProfile; referrerId: number | null }> {
  const referrerId = referralCode === null ? null : await findReferrer(tx, referralCode);
  const member = await insertMember(tx, { username, email, referrerId, publicToken: newPublicToken() });
  await recordEvent(tx, memberRegistered, { memberId: member.memberId, referrerId });
  await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(member) });
  return { member, referrerId };
}
