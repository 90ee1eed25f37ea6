import { authErrors } from '@likewell/contracts/auth/errors';
import type { confirmIdentity, getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { confirmSession, findConfirmation, type Confirmation } from './confirmations.queries.js';
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
    return found
      ? { isConfirmed: found.isConfirmed, ...waysOf(found) }
      : { isConfirmed: false, ways: [], codes: [] };
  }

  /**
   * Confirms a session. A failed attempt is recorded in the same way as a failed sign-in.
   * @throws AppError WRONG_PASSWORD, WRONG_CODE, IDENTITY_NOT_CONFIRMED, CONFIRMATION_TOO_WEAK, RATE_LIMITED,
   *   OVERLOADED; MEMBER_NOT_FOUND if the session has ended
   */
  async confirm(confirming: Confirming): Promise<RpcOutput<typeof confirmIdentity>> {
    const { memberId, proof, origin } = confirming;
    await this.assertEnough(confirming);
    const attempt = { kind: 'sign-in-failed', method: proof.way, origin, memberId } as const;
    const confirmedUntil = await this.failures.watch(attempt, async () =>
      this.settle(confirming, await this.prover.prove(confirming)),
    );
    return { confirmedUntil };
  }

  /** @throws AppError CONFIRMATION_TOO_WEAK for what is not the second factor of a member who has one */
  private async assertEnough({ tokenHash, proof }: Confirming): Promise<void> {
    const found = await findConfirmation(this.database.read, tokenHash);
    if (!found || found.factors.length === 0) return;
    const { ways, codes } = waysOf(found);
    if (![...ways, ...codes].some((way) => way === proof.way))
      throw new AppError(authErrors.CONFIRMATION_TOO_WEAK);
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

/**
 * Returns the ways in which a session can be confirmed. With a second factor the first one does not suffice, which
 * a thief of the password has. No code confirms a session that began by a wallet's bare phrase: the page that had the
 * phrase signed may ask for a code too.
 */
function waysOf({ identities, factors, wasConfirmed }: Confirmation) {
  if (factors.length === 0) return { ways: identities, codes: [] };
  const codes = factors.filter((way) => way !== 'passkey');
  return { ways: factors.filter((way) => way === 'passkey'), codes: wasConfirmed ? codes : [] };
}
