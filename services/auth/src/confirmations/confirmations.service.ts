import { authErrors } from '@likewell/contracts/auth/errors';
import type { confirmIdentity, getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { confirmSession, findConfirmation } from './confirmations.queries.js';
import { IdentityProver, type Settle } from './identity-prover.js';

type Confirming = RpcInput<typeof confirmIdentity>;

/** Asks members to confirm their identity before actions that could cost them their account. */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly database: Database,
    private readonly events: SecurityEventsRecorder,
    private readonly failures: FailuresRecorder,
    private readonly prover: IdentityProver,
  ) {}

  /** Tells whether a session is confirmed at this moment; an unknown session is not. */
  async find(tokenHash: string): Promise<RpcOutput<typeof getConfirmation>> {
    const found = await findConfirmation(this.database.read, tokenHash);
    return found ?? { isConfirmed: false, ways: [] };
  }

  /**
   * Confirms a session. A failed attempt is recorded in the same way as a failed sign-in.
   * @throws AppError WRONG_PASSWORD, IDENTITY_NOT_CONFIRMED, RATE_LIMITED, OVERLOADED; MEMBER_NOT_FOUND if
   *   the session has ended
   */
  async confirm(confirming: Confirming): Promise<RpcOutput<typeof confirmIdentity>> {
    const { memberId, proof, origin } = confirming;
    const attempt = { kind: 'sign-in-failed', method: proof.way, origin, memberId } as const;
    const confirmedUntil = await this.failures.watch(attempt, async () =>
      this.settle(confirming, await this.prover.prove(confirming)),
    );
    return { confirmedUntil };
  }

  private settle({ memberId, tokenHash, proof, origin }: Confirming, settle: Settle): Promise<string> {
    return this.database.transaction(async (tx) => {
      await settle(tx);
      const until = await confirmSession(tx, memberId, tokenHash);
      if (!until) throw new AppError(authErrors.MEMBER_NOT_FOUND);
      await this.events.record(tx, { memberId, kind: 'identity-confirmed', method: proof.way, origin });
      return until;
    });
  }
}
