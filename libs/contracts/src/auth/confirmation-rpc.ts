import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { walletProof } from './credentials.js';
import { authErrors } from './errors.js';
import { logInOrigin } from './origin.js';
import { codeProof } from './keys-rpc.js';
import { passkeyResponse } from './passkey.js';
import { HASHING_TIMEOUT_MS, sealedPassword } from './passwords-rpc.js';
import { codeWay } from './second-factor-way.js';
import { browserHash, googleResponse } from './sign-in-rpc.js';
import { tokenHash } from './token-hash.js';

/**
 * Ways in which a member can confirm their identity, beside the codes of their second factor. Who has a second
 * factor confirms by it alone: of these ways by a passkey.
 */
export const confirmationWay = z.enum(['password', 'wallet', 'google', 'passkey']);

/** Tells whether the member of a session has confirmed their identity recently, and in which ways they can. */
export const getConfirmation = defineRpc({
  subject: 'rpc.auth.get-confirmation',
  input: z.object({ tokenHash }),
  output: z.object({
    isConfirmed: z.boolean(),
    ways: z.array(confirmationWay),
    /** Apart from the ways, in which a gateway of the previous release knows no code; its auth tells none. */
    codes: z.array(codeWay).default([]),
  }),
});

/** Proof with which a member confirms their identity. */
export const identityProof = z.discriminatedUnion('way', [
  z.object({ way: z.literal('password'), password: sealedPassword }),
  walletProof.extend({ way: z.literal('wallet') }),
  z.object({ way: z.literal('google'), proofHash: tokenHash }),
  ...codeProof.options,
  /** Response to a challenge of `begin-passkey-confirmation`. */
  z.object({ way: z.literal('passkey'), response: passkeyResponse }),
]);

/**
 * Confirms the member's identity for ten minutes, in this session alone. A wrong password counts as a failed
 * guess, as at sign-in, a code as one of its own kind. CONFIRMATION_TOO_WEAK says that the member has a second factor,
 * which this proof does not show. Returns until when; MEMBER_NOT_FOUND if the session has ended meanwhile.
 */
export const confirmIdentity = defineRpc({
  subject: 'rpc.auth.confirm-identity',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, proof: identityProof, origin: logInOrigin }),
  output: z.object({ confirmedUntil: z.iso.datetime() }),
  errors: [
    authErrors.WRONG_PASSWORD,
    authErrors.IDENTITY_NOT_CONFIRMED,
    authErrors.CONFIRMATION_TOO_WEAK,
    authErrors.WRONG_CODE,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/**
 * Completes what `begin-google-sign-in` began for a `proof`. Nobody is signed in, but the token of this hash,
 * presented once within five minutes, proves the ownership of that account at Google. The caller has made the
 * token, so that it never crosses the bus.
 */
export const finishGoogleProof = defineRpc({
  subject: 'rpc.auth.finish-google-proof',
  input: z.object({ answer: googleResponse, browserHash: browserHash.nullable(), proofHash: tokenHash }),
  output: z.object({}),
  errors: [
    authErrors.GOOGLE_NOT_SET_UP,
    authErrors.GOOGLE_UNAVAILABLE,
    authErrors.GOOGLE_CANCELLED,
    authErrors.GOOGLE_REFUSED,
    authErrors.GOOGLE_ATTEMPT_INVALID,
  ],
  timeoutMs: 15_000,
});
