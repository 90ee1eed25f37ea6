import { authErrors } from '@likewell/contracts/auth/errors';
import type { finishPasskeySignIn } from '@likewell/contracts/auth/keys-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { admitMember } from '../members/active-member.js';
import { findTicket } from '../second-factors/tickets.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { PasskeyProofs } from './passkey-proofs.js';
import { findPasskey } from './passkeys.queries.js';

/** Signing in by a passkey alone, which is both possession and its lock. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly proofs: PasskeyProofs,
    private readonly starter: SessionStarter,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Begins a sign-in by any passkey or, with a ticket, by one of its member's.
   * @throws AppError SIGN_IN_RUN_OUT, PASSKEYS_NOT_SET_UP
   */
  async begin(ticketHash: string | null): Promise<Record<string, unknown>> {
    if (ticketHash === null) return this.proofs.ask({ purpose: 'sign-in', memberId: null });
    const ticket = await findTicket(this.database.read, ticketHash);
    if (!ticket) throw new AppError(authErrors.SIGN_IN_RUN_OUT);
    return this.proofs.ask({ purpose: 'second-factor', memberId: ticket.memberId });
  }

  /** @throws AppError PASSKEY_NOT_PROVEN, PASSKEYS_NOT_SET_UP, ACCOUNT_SUSPENDED, ACCOUNT_CLOSED */
  async finish({ response, origin, sessionHash }: RpcInput<typeof finishPasskeySignIn>) {
    const memberId = async () => (await findPasskey(this.database.read, response.id))?.memberId ?? null;
    const attempt = { kind: 'sign-in-failed', method: 'passkey', origin, memberId } as const;
    return this.failures.watch(attempt, async () => {
      const key = await this.proofs.check(response, { purpose: 'sign-in', memberId: null });
      return this.starter.transaction(async (tx) => {
        // A passkey that was removed meanwhile begins no session; until the transaction ends nobody can
        // remove it.
        const member = await admitMember(tx, key.memberId);
        if (!(await findPasskey(tx, key.credentialId))) throw new AppError(authErrors.PASSKEY_NOT_PROVEN);
        const signIn = { memberId: key.memberId, kind: 'signed-in', method: 'passkey', origin } as const;
        return { member, ended: await this.starter.begin(tx, signIn, sessionHash) };
      });
    });
  }
}
