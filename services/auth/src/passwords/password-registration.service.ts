import { authErrors } from '@likewell/contracts/auth/errors';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { AddressMails } from '../addresses/address-mails.js';
import { lockEmailOwner } from '../members/member-emails.js';
import { RegistrationService } from '../members/registration.service.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { toUsername } from '../usernames/username.js';
import { PasswordHasher } from './password-hasher.js';
import { assertStrong } from './password-strength.js';
import { insertPassword } from './passwords.queries.js';

@Injectable()
export class PasswordRegistrationService {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly registration: RegistrationService,
    private readonly mails: AddressMails,
    private readonly starter: SessionStarter,
  ) {}

  /**
   * Creates a member with a password, and begins their first session.
   * @throws AppError USERNAME_INVALID, USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN, PASSWORD_TOO_EASY,
   *   RATE_LIMITED, OVERLOADED
   */
  async register(form: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    const username = toUsername(form.username);
    const email = form.email.toLowerCase();
    assertStrong(form.password, { username, email });
    await this.registration.assertFree(username);
    const passwordHash = await this.hasher.hash(form.password);
    const registered = await this.addMember({ ...form, username, email }, passwordHash).catch(
      async (error: unknown) => {
        if (error instanceof AppError && error.is(authErrors.EMAIL_TAKEN))
          await this.rejectAddress(email, form.origin);
        throw error;
      },
    );
    await this.registration.openAccount(registered);
    return { member: registered.member };
  }

  private addMember(form: RpcInput<typeof registerMember>, passwordHash: string) {
    const { username, email, referralCode, origin, sessionHash } = form;
    return this.database.transaction(async (tx) => {
      const newcomer = { username, email, emailIsVerified: false, referralCode, origin };
      const made = await this.registration.register(tx, newcomer);
      const { memberId } = made.member;
      await insertPassword(tx, memberId, passwordHash);
      // The registration has counted for its network.
      await this.mails.verify(tx, { memberId, email }, null);
      const signIn = { memberId, kind: 'registered', method: 'password', origin } as const;
      await this.starter.begin(tx, signIn, sessionHash);
      return made;
    });
  }

  /**
   * Counts an attempt to register with a verified address as a registration from that network, and tells the
   * address's owner.
   */
  private async rejectAddress(email: string, origin: Origin): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.registration.count(tx, origin);
      const owner = await lockEmailOwner(tx, email);
      if (owner) await this.mails.notifyOwner(tx, { memberId: owner.memberId, email }, origin);
    });
  }
}
