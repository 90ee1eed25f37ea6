import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { positiveNano } from '../core/money-schema.js';
import { walletProof } from './credentials.js';
import { authErrors } from './errors.js';
import { logInOrigin, requestOrigin } from './origin.js';
import { browserHash, googleResponse, HASHING_TIMEOUT_MS, sealedPassword } from './rpc.js';
import { signInMethod } from './security-events.js';
import { passkeyResponse } from './passkey.js';
import { tokenHash } from './token-hash.js';

/** Ways in which a member can confirm their identity. */
export const confirmationWay = z.enum(['password', 'wallet', 'google', 'passkey']);

/**
 * Tells whether the member of a session has confirmed their identity recently, and in which ways they can.
 */
export const getConfirmation = defineRpc({
  subject: 'rpc.auth.get-confirmation',
  input: z.object({ tokenHash }),
  output: z.object({ isConfirmed: z.boolean(), ways: z.array(confirmationWay) }),
});

/** Proof with which a member confirms their identity. */
export const identityProof = z.discriminatedUnion('way', [
  z.object({ way: z.literal('password'), password: sealedPassword }),
  walletProof.extend({ way: z.literal('wallet') }),
  z.object({ way: z.literal('google'), proofHash: tokenHash }),
  /** Response to a challenge of `begin-passkey-confirmation`. */
  z.object({ way: z.literal('passkey'), response: passkeyResponse }),
]);
export type IdentityProof = z.output<typeof identityProof>;

/**
 * Confirms the member's identity for ten minutes, in this session alone. A wrong password counts as a failed
 * guess, as at sign-in. Returns the session; null when it has ended meanwhile.
 */
export const confirmIdentity = defineRpc({
  subject: 'rpc.auth.confirm-identity',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, proof: identityProof, origin: logInOrigin }),
  output: z.object({ confirmedUntil: z.iso.datetime() }),
  errors: [
    authErrors.WRONG_PASSWORD,
    authErrors.IDENTITY_NOT_CONFIRMED,
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

/** A session of a member, as shown to them. */
export const listedSession = z.object({
  id,
  /** Kind of browser, such as `firefox on linux`; null if that is not known. */
  device: z.string().nullable(),
  method: signInMethod.nullable(),
  createdAt: z.iso.datetime(),
  /** Rounded to the hour. */
  lastUsedAt: z.iso.datetime(),
  /** True for the session that makes the request. */
  isThis: z.boolean(),
  /** True if it began in the network that reads the list; null if that is not known. */
  isThisNetwork: z.boolean().nullable(),
});
export type ListedSession = z.output<typeof listedSession>;

/** Lists a member's sessions, at most a hundred: the requesting one, then the most recently used. */
export const listSessions = defineRpc({
  subject: 'rpc.auth.list-sessions',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin }),
  output: z.object({ items: z.array(listedSession) }),
});

/**
 * Ends one session of a member, on any device, and the requests by mail that somebody in it may have made: a
 * change of address, and a link to a new password that is older than ten minutes.
 */
export const endListedSession = defineRpc({
  subject: 'rpc.auth.end-listed-session',
  actor: 'memberId',
  input: z.object({ memberId, sessionId: id, origin: requestOrigin }),
  output: z.object({}),
  errors: [authErrors.SESSION_NOT_FOUND, authErrors.MEMBER_NOT_FOUND],
});

/** Ends all sessions of a member except the requesting one. */
export const endOtherSessions = defineRpc({
  subject: 'rpc.auth.end-other-sessions',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin }),
  output: z.object({ ended: z.int().nonnegative() }),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** A sign-in method of a member. */
export const listedMethod = z.object({
  id,
  provider: z.enum(['password', 'google', 'wallet']),
  /** Address of a wallet; null for other methods. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ListedMethod = z.output<typeof listedMethod>;

/** Lists the sign-in methods of a member, oldest first. */
export const listSignInMethods = defineRpc({
  subject: 'rpc.auth.list-sign-in-methods',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ items: z.array(listedMethod) }),
});

/** Removes a sign-in method from a member, never the last one, and ends all their other sessions. */
export const removeSignInMethod = defineRpc({
  subject: 'rpc.auth.remove-sign-in-method',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash,
    provider: listedMethod.shape.provider,
    methodId: id,
    origin: requestOrigin,
  }),
  output: z.object({ ended: z.int().nonnegative() }),
  errors: [authErrors.SIGN_IN_METHOD_NOT_FOUND, authErrors.LAST_SIGN_IN_METHOD, authErrors.MEMBER_NOT_FOUND],
});

/** Adds a password to a member who has none. */
export const addPassword = defineRpc({
  subject: 'rpc.auth.add-password',
  actor: 'memberId',
  input: z.object({ memberId, password: sealedPassword, origin: requestOrigin }),
  output: listedMethod,
  errors: [
    authErrors.PASSWORD_EXISTS,
    authErrors.PASSWORD_TOO_EASY,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/**
 * Adds a wallet, or an account at Google, as a sign-in method, once the member has proved that it is theirs.
 */
export const addSignInMethod = defineRpc({
  subject: 'rpc.auth.add-sign-in-method',
  actor: 'memberId',
  input: z.object({
    memberId,
    proof: z.discriminatedUnion('way', [
      walletProof.extend({ way: z.literal('wallet') }),
      z.object({ way: z.literal('google'), proofHash: tokenHash }),
    ]),
    origin: requestOrigin,
  }),
  output: listedMethod,
  errors: [
    authErrors.IDENTITY_NOT_CONFIRMED,
    authErrors.SIGN_IN_METHOD_TAKEN,
    authErrors.TOO_MANY_SIGN_IN_METHODS,
    authErrors.MEMBER_NOT_FOUND,
  ],
});

/** Tip amount above which a member must confirm their identity again; null if they set no limit. */
const tipLimit = z.object({ limitNano: positiveNano.nullable() });

export const getTipLimit = defineRpc({
  subject: 'rpc.auth.get-tip-limit',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: tipLimit,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Sets the limit; it applies to all sessions of the member within a second. */
export const setTipLimit = defineRpc({
  subject: 'rpc.auth.set-tip-limit',
  actor: 'memberId',
  input: tipLimit.extend({ memberId }),
  output: tipLimit,
  errors: [authErrors.MEMBER_NOT_FOUND],
});
