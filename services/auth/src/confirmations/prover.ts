import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import type { IdentityProof } from '@likewell/contracts/auth/security-rpc';
import type { Tx } from '@likewell/service-kit/database/database';

/**
 * Completes a proof in the transaction that confirms: it uses up what was shown, and checks that it still
 * holds.
 */
export type Settle = (tx: Tx) => Promise<void>;

/** Checks, for one way, whether a proof shows that somebody is a given member. */
export interface Prover<Way extends IdentityProof['way']> {
  /**
   * @throws AppError WRONG_PASSWORD, IDENTITY_NOT_CONFIRMED, RATE_LIMITED, OVERLOADED; the returned function
   *   may throw them as well
   */
  prove(
    memberId: number,
    proof: Extract<IdentityProof, { way: Way }>,
    origin: LogInOrigin,
  ): Settle | Promise<Settle>;
}
