import { authErrors } from '@likewell/contracts/auth/errors';
import type { finishSecondFactor, SecondFactorProof } from '@likewell/contracts/auth/keys-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { admitMember } from '../members/active-member.js';
import { PasskeyProofs } from '../passkeys/passkey-proofs.js';
import { countTry, takeTicket, type Ticket } from '../second-factors/tickets.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { CodeProofs } from '../totp/code-proofs.js';

@Injectable()
export class SecondFactorSignInService {
  constructor(
    private readonly database: Database,
    private readonly codes: CodeProofs,
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

  private countTry(ticketHash: string, { way }: SecondFactorProof): Promise<Ticket> {
    return this.database.transaction(async (tx) => {
      const ticket = await countTry(tx, ticketHash);
      if (!ticket) throw new AppError(authErrors.SIGN_IN_RUN_OUT);
      await this.codes.count(tx, 'second-factor', ticket.memberId, way);
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
    if (proof.way !== 'passkey') await this.codes.spend(tx, 'second-factor', memberId, proof);
    // A code may be read to whoever asks for it; a passkey signs for this site alone, which confirms by itself.
    const isConfirmed = confirms || proof.way === 'passkey';
    const signIn = { memberId, kind: 'signed-in', method, origin, confirms: isConfirmed } as const;
    return { member, ended: await this.starter.begin(tx, signIn, sessionHash) };
  }
}
