import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { positiveNano } from '../core/money-schema.js';
import { walletAddress, walletMessage, walletSignature } from './credentials.js';
import { authErrors } from './errors.js';
import { logInOrigin, requestOrigin } from './origin.js';
import { browserHash, googleResponse, HASHING_TIMEOUT_MS, sealedPassword } from './rpc.js';
import { signInMethod } from './security-events.js';
import { passkeyResponse } from './passkey.js';
import { tokenHash } from './token-hash.js';

/** By what a member can confirm that it is them. */
export const confirmationWay = z.enum(['password', 'wallet', 'google', 'passkey']);
export type ConfirmationWay = z.output<typeof confirmationWay>;

/** Whether the member of a session has shown lately that it is them, and in which ways they can. */
export const getConfirmation = defineRpc({
  subject: 'rpc.auth.get-confirmation',
  input: z.object({ tokenHash }),
  output: z.object({ isConfirmed: z.boolean(), ways: z.array(confirmationWay) }),
});

/** What somebody signed with a wallet: a text of `begin-wallet-sign-in`, which works once. */
export const walletProof = z.object({
  address: walletAddress,
  message: walletMessage,
  signature: walletSignature,
});

/** What a member shows to confirm that it is them. */
export const identityProof = z.discriminatedUnion('way', [
  z.object({ way: z.literal('password'), password: sealedPassword }),
  walletProof.extend({ way: z.literal('wallet') }),
  z.object({ way: z.literal('google'), proofHash: tokenHash }),
  /** Of a challenge of `begin-passkey-confirmation`. */
  z.object({ way: z.literal('passkey'), response: passkeyResponse }),
]);
export type IdentityProof = z.output<typeof identityProof>;

/**
 * Confirms for ten minutes, in this session alone, that it is the member. A wrong password counts among the guesses at
 * it, as one at sign-in does. The session is answered with; it is none when it has ended meanwhile.
 */
export const confirmIdentity = defineRpc({
  subject: 'rpc.auth.confirm-identity',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, proof: identityProof, origin: logInOrigin.optional() }),
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
 * Ends what `begin-google-sign-in` began for a `proof`: nobody is signed in, but whoever shows the token of this hash within
 * five minutes, once, is who has that account at Google. The caller has made the token, so that it never crosses the bus.
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

/** A place where a member is signed in, as they may know it. */
export const listedSession = z.object({
  id,
  /** A kind of browser, such as `firefox on linux`; null where that is not known. */
  device: z.string().nullable(),
  method: signInMethod.nullable(),
  createdAt: z.iso.datetime(),
  /** To the hour. */
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the one that asks. */
  isThis: z.boolean(),
  /** Whether it began where the list is read; null where that is not known. */
  isThisNetwork: z.boolean().nullable(),
});
export type ListedSession = z.output<typeof listedSession>;

/** A member's sessions, the one that asks and then those used last; at most a hundred. */
export const listSessions = defineRpc({
  subject: 'rpc.auth.list-sessions',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin.optional() }),
  output: z.object({ items: z.array(listedSession) }),
});

/** Ends one session of a member, wherever it is. */
export const endListedSession = defineRpc({
  subject: 'rpc.auth.end-listed-session',
  actor: 'memberId',
  input: z.object({ memberId, sessionId: id, origin: requestOrigin.optional() }),
  output: z.object({}),
  errors: [authErrors.SESSION_NOT_FOUND],
});

/** Ends all sessions of a member but the one that asks. */
export const endOtherSessions = defineRpc({
  subject: 'rpc.auth.end-other-sessions',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin.optional() }),
  output: z.object({ ended: z.int().nonnegative() }),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** What a member signs in with. */
export const listedMethod = z.object({
  id,
  provider: z.enum(['password', 'google', 'wallet']),
  /** A wallet's address; null of others. */
  address: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ListedMethod = z.output<typeof listedMethod>;

/** The sign-in methods of a member, the oldest first. */
export const listSignInMethods = defineRpc({
  subject: 'rpc.auth.list-sign-in-methods',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ items: z.array(listedMethod) }),
});

/** Takes a sign-in method from a member, never the last one, and ends all their other sessions. */
export const removeSignInMethod = defineRpc({
  subject: 'rpc.auth.remove-sign-in-method',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash,
    provider: listedMethod.shape.provider,
    methodId: id,
    origin: requestOrigin.optional(),
  }),
  output: z.object({ ended: z.int().nonnegative() }),
  errors: [authErrors.SIGN_IN_METHOD_NOT_FOUND, authErrors.LAST_SIGN_IN_METHOD, authErrors.MEMBER_NOT_FOUND],
});

/** Gives a member a password who has none. */
export const addPassword = defineRpc({
  subject: 'rpc.auth.add-password',
  actor: 'memberId',
  input: z.object({ memberId, password: sealedPassword, origin: requestOrigin.optional() }),
  output: listedMethod,
  errors: [
    authErrors.PASSWORD_EXISTS,
    authErrors.PASSWORD_TOO_EASY,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/** Has a wallet, or an account at Google, sign a member in from now on, once it is shown to be theirs. */
export const addSignInMethod = defineRpc({
  subject: 'rpc.auth.add-sign-in-method',
  actor: 'memberId',
  input: z.object({
    memberId,
    proof: z.discriminatedUnion('way', [
      walletProof.extend({ way: z.literal('wallet') }),
      z.object({ way: z.literal('google'), proofHash: tokenHash }),
    ]),
    origin: requestOrigin.optional(),
  }),
  output: listedMethod,
  errors: [
    authErrors.IDENTITY_NOT_CONFIRMED,
    authErrors.SIGN_IN_METHOD_TAKEN,
    authErrors.TOO_MANY_SIGN_IN_METHODS,
    authErrors.MEMBER_NOT_FOUND,
  ],
});

/** The tip above which a member wants to be asked again who they are; null where they never want it. */
const tipLimit = z.object({ limitNano: positiveNano.nullable() });

export const getTipLimit = defineRpc({
  subject: 'rpc.auth.get-tip-limit',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: tipLimit,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Sets that tip; it is in force in all sessions of the member within a second. */
export const setTipLimit = defineRpc({
  subject: 'rpc.auth.set-tip-limit',
  actor: 'memberId',
  input: tipLimit.extend({ memberId }),
  output: tipLimit,
  errors: [authErrors.MEMBER_NOT_FOUND],
});
