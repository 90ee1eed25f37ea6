import { authErrors } from '@likewell/contracts/auth/errors';
import type { finishSecondFactor, SecondFactorProof } from '@likewell/contracts/auth/keys-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { admitMember } from '../members/active-member.js';
import { PasskeyProofs } from '../passkeys/passkey-proofs.js';
import { countCode, forgetCodes } from '../second-factors/code-guesses.js';
import { takeRecoveryCode } from '../second-factors/recovery-codes.js';
import { countTry, takeTicket, type Ticket } from '../second-factors/tickets.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { TotpService } from '../totp/totp.service.js';

@Injectable()
export class SecondFactorSignInService {
  constructor(
    private readonly database: Database,
    private readonly totp: TotpService,
    private readonly passkeys: PasskeyProofs,
    private readonly starter: SessionStarter,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Begins the session that a ticket stands for.
   * @throws AppError SIGN_IN_RUN_OUT, WRONG_CODE, PASSKEY_NOT_PROVEN, PASSKEYS_NOT_SET_UP, RATE_LIMITED,
   *   ACCOUNT_SUSPENDED, ACCOUNT_CLOSED
   */
  async finish(shown: RpcInput<typeof finishSecondFactor>): Promise<RpcOutput<typeof finishSecondFactor>> {
    const { ticketHash, proof, origin } = shown;
    const ticket = await this.countTry(ticketHash, proof);
    const { memberId } = ticket;
    const attempt = { kind: 'sign-in-failed', method: proof.way, origin, memberId } as const;
    return this.failures.watch(attempt, async () => {
      if (proof.way === 'passkey')
        await this.passkeys.check(proof.response, { purpose: 'second-factor', memberId });
      return this.starter.transaction((tx) => this.begin(tx, ticket, shown));
    });
  }

  /** Counts an attempt before anything is checked, so that concurrent attempts gain nothing. */
  private countTry(ticketHash: string, { way }: SecondFactorProof): Promise<Ticket> {
    return this.database.transaction(async (tx) => {
      const ticket = await countTry(tx, ticketHash);
      if (!ticket) throw new AppError(authErrors.SIGN_IN_RUN_OUT);
      // Six digits can be guessed; 120 random bits and a signature cannot, so they stay available to a member
      // whom guesses keep waiting.
      if (way === 'totp') await countCode(tx, 'second-factor', ticket.memberId);
      return ticket;
    });
  }

  private async begin(
    tx: Tx,
    { memberId, method, confirms }: Ticket,
    { ticketHash, proof, origin, sessionHash }: RpcInput<typeof finishSecondFactor>,
  ) {
    // Locks the member before their ticket, as the ending of sessions does, to avoid a deadlock.
    const member = await admitMember(tx, memberId);
    if (!(await takeTicket(tx, ticketHash))) throw new AppError(authErrors.SIGN_IN_RUN_OUT);
    if (proof.way === 'totp') {
      await this.totp.prove(tx, memberId, proof.code);
      await forgetCodes(tx, 'second-factor', memberId);
    }
    if (proof.way === 'recovery-code') {
      const isTaken = await takeRecoveryCode(tx, memberId, proof.codeHash);
      if (!isTaken) throw new AppError(authErrors.WRONG_CODE);
    }
    // A code may be read to whoever asks for it; a passkey signs for this site alone, which confirms by itself.
    const isConfirmed = confirms || proof.way === 'passkey';
    const signIn = { memberId, kind: 'signed-in', method, origin, confirms: isConfirmed } as const;
    return { member, ended: await this.starter.begin(tx, signIn, sessionHash) };
  }
}
