import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import type { Counter } from 'prom-client';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { ActorVerifier } from './actor-token.js';

/** Lets a call act for a member only with the gateway's signature for that member. */
export class ActorCheck {
  private readonly rejected: Counter<'subject'>;

  /** @param verifier null where nobody signs: calls are then trusted without a check */
  constructor(
    private readonly verifier: ActorVerifier | null,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.rejected = metrics.counter(
      'likewell_rpc_actor_rejected_total',
      'Calls for a member, or of a role, for which the gateway does not vouch',
      'subject',
    );
  }

  /** Creates the counter of a subject before its first rejection, so that an alert sees the first one too. */
  expect(subject: string): void {
    this.rejected.inc({ subject }, 0);
  }

  /** @throws AppError ACTOR_NOT_VOUCHED */
  check({ subject, actor, role }: Rpc, input: unknown, token: string | null): void {
    if (!this.verifier) return;
    const claimed = actor === null ? null : (input as Record<string, unknown>)[actor];
    const isForNobody = claimed === null || claimed === undefined;
    if (isForNobody && role === 'member') return;
    const known = token === null ? null : this.verifier.read(token);
    const isTheirs = known !== null && (isForNobody || known.memberId === claimed);
    if (isTheirs && (role === 'member' || known.role !== 'member')) return;
    this.rejected.inc({ subject });
    this.log.error(
      { subject, claimed, vouchedFor: known?.memberId ?? null },
      'a call is not for whom it says',
    );
    throw new AppError(commonErrors.ACTOR_NOT_VOUCHED);
  }
}
