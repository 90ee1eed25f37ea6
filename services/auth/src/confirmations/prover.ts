import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import type { IdentityProof } from '@likewell/contracts/auth/security-rpc';
import type { Tx } from '@likewell/service-kit/database/database';

/** What remains to be done in the transaction that confirms: what was shown is used up, and must hold still. */
export type Settle = (tx: Tx) => Promise<void>;

/** Tells whether what somebody shows proves that they are a member, for one way of doing so. */
export interface Prover<Way extends IdentityProof['way']> {
  /** @throws AppError WRONG_PASSWORD, IDENTITY_NOT_CONFIRMED, RATE_LIMITED, OVERLOADED; so may what it returns */
  prove(
    memberId: number,
    proof: Extract<IdentityProof, { way: Way }>,
    origin: LogInOrigin | undefined,
  ): Settle | Promise<Settle>;
}
