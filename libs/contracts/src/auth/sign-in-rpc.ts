import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import {
  emailInput,
  emailOrUser,
  referralCode,
  usernameInput,
  walletMessage,
  walletProof,
} from './credentials.js';
import { authErrors } from './errors.js';
import { logInOrigin, origin } from './origin.js';
import { HASHING_TIMEOUT_MS, sealedPassword } from './passwords-rpc.js';
import { ownProfile } from './profile.js';
import { secondFactorWay } from './second-factor-way.js';
import { tokenHash } from './token-hash.js';
import { walletSignInRequest } from './wallet-sign-in.js';

/**
 * The session has begun with the token that the caller has made, of which `sessionHash` is the hash: the token
 * never crosses the bus. With `secondFactor` there is no session yet: the token is a ticket, and the member
 * must show one of these factors.
 */
export const signedIn = z.object({
  member: ownProfile,
  secondFactor: z.array(secondFactorWay).min(1).optional(),
});

/** SHA-256, in hex, of the secret that a browser keeps in a cookie from the start of a Google sign-in to its end. */
export const browserHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Creates a member with a password and a first session. The ledger then adds the 100 LIKE. */
export const registerMember = defineRpc({
  subject: 'rpc.auth.register-member',
  input: z.object({
    username: usernameInput,
    email: emailInput,
    password: sealedPassword,
    referralCode: referralCode.nullable(),
    origin,
    sessionHash: tokenHash,
  }),
  output: signedIn,
  errors: [
    authErrors.USERNAME_INVALID,
    authErrors.USERNAME_RESERVED,
    authErrors.USERNAME_TAKEN,
    authErrors.EMAIL_TAKEN,
    authErrors.PASSWORD_TOO_EASY,
    commonErrors.RATE_LIMITED,
    commonErrors.PAUSED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/**
 * Signs in by username or e-mail. An unknown member and a wrong password give the same response in the same
 * time. Only a caller with the right password is told that the account is suspended.
 */
export const logIn = defineRpc({
  subject: 'rpc.auth.log-in',
  input: z.object({ emailOrUser, password: sealedPassword, origin: logInOrigin, sessionHash: tokenHash }),
  output: signedIn,
  errors: [
    authErrors.WRONG_CREDENTIALS,
    authErrors.ACCOUNT_SUSPENDED,
    commonErrors.RATE_LIMITED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/**
 * Begins a sign-in with Google for the browser of this hash. Returns the address at Google to go to, and the
 * `state` with which Google sends the browser back within ten minutes. `host` is the host that the visitor's
 * browser requested; it must be one of the site's own.
 */
export const beginGoogleSignIn = defineRpc({
  subject: 'rpc.auth.begin-google-sign-in',
  input: z.object({
    host: z.string().max(300),
    browserHash,
    referralCode: referralCode.nullable(),
    /** `proof` signs nobody in: see `finish-google-proof`. It makes Google ask the person to log in again. */
    purpose: z.enum(['sign-in', 'proof']).optional(),
  }),
  output: z.object({ url: z.url(), state: z.string(), isHttps: z.boolean() }),
  errors: [authErrors.GOOGLE_NOT_SET_UP, authErrors.GOOGLE_UNAVAILABLE],
  timeoutMs: 6000,
});

/**
 * Prefix of the `state` of a proof, by which the gateway chooses how to finish. The actual purpose is stored
 * in auth.
 */
export const PROOF_STATE = 'proof-';

/** Google's response, unchanged, as the browser brings it (RFC 6749, 4.1.2; RFC 9207). */
export const googleResponse = z.object({
  state: z.string().max(200),
  code: z.string().max(2048).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(300).optional(),
});

/**
 * Finishes a sign-in with Google: takes the state, which works once, exchanges the code, checks the ID token,
 * and signs in the member of this Google account, who is created if there is none. RATE_LIMITED and PAUSED
 * are only for new members.
 */
export const finishGoogleSignIn = defineRpc({
  subject: 'rpc.auth.finish-google-sign-in',
  input: z.object({
    answer: googleResponse,
    browserHash: browserHash.nullable(),
    origin,
    sessionHash: tokenHash,
  }),
  output: signedIn,
  errors: [
    authErrors.GOOGLE_NOT_SET_UP,
    authErrors.GOOGLE_UNAVAILABLE,
    authErrors.GOOGLE_CANCELLED,
    authErrors.GOOGLE_REFUSED,
    authErrors.GOOGLE_ATTEMPT_INVALID,
    authErrors.ACCOUNT_CLOSED,
    authErrors.ACCOUNT_SUSPENDED,
    commonErrors.RATE_LIMITED,
    commonErrors.PAUSED,
  ],
  timeoutMs: 15_000,
});

/**
 * Returns the text that a wallet has to sign: `Login to Likewell {host} {nonce} {ISO time}`, and, with the
 * same nonce, the data for a wallet that writes its text itself (Sign-In With Solana). The nonce works once,
 * for five minutes. `host` is the host that the visitor's browser requested; it must be one of the site's
 * own.
 */
export const beginWalletSignIn = defineRpc({
  subject: 'rpc.auth.begin-wallet-sign-in',
  input: z.object({ host: z.string().max(300) }),
  output: z.object({ message: walletMessage, signIn: walletSignInRequest }),
  errors: [authErrors.WALLET_HOST_UNKNOWN],
});

/**
 * Signs in the member of this wallet, who is created if there is none. The message is the one above, in
 * either form, within five minutes of its time. While `WALLET_BARE_PHRASE` is on, it may also be the spec's
 * `Login to Likewell {ISO time}`, within two minutes. Each message of a wallet makes one session, however
 * often it is sent and whatever its signature. RATE_LIMITED and PAUSED are only for new members.
 */
export const finishWalletSignIn = defineRpc({
  subject: 'rpc.auth.finish-wallet-sign-in',
  input: walletProof.extend({ referralCode: referralCode.nullable(), origin, sessionHash: tokenHash }),
  output: signedIn,
  errors: [
    authErrors.WALLET_NOT_PROVEN,
    authErrors.WALLET_PHRASE_OFF,
    authErrors.ACCOUNT_SUSPENDED,
    authErrors.ACCOUNT_CLOSED,
    commonErrors.RATE_LIMITED,
    commonErrors.PAUSED,
    commonErrors.OVERLOADED,
  ],
});
