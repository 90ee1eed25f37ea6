import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { positiveNano } from '../core/money-schema.js';
import { cursor } from '../core/page.js';
import { avatarImage, avatarSha256 } from './avatar.js';
import {
  emailInput,
  emailOrUser,
  referralCode,
  usernameInput,
  walletAddress,
  walletMessage,
  walletSignature,
} from './credentials.js';
import { authErrors } from './errors.js';
import { memberRole } from '../core/member-role.js';
import { logInOrigin, origin, requestOrigin } from './origin.js';
import { ownProfile, publicProfile } from './profile.js';
import { securityEventPage } from './security-events.js';
import { secondFactorWay } from './second-factor-way.js';
import { tokenHash } from './token-hash.js';
import { walletSignInRequest } from './wallet-sign-in.js';

/**
 * A password on its way: sealed for auth, so that nobody reads it on the bus. What it must be like auth looks at when it
 * has opened it.
 */
export const sealedPassword = z.string().max(2000);

/**
 * Of the token that the caller has made for the session to begin, so that it never crosses the bus. A gateway of the
 * version before sends none, and is sent a token.
 */
const sessionHash = tokenHash.optional();

/**
 * The token is empty where the caller has made it. With `secondFactor` there is no session yet: what the caller made is a
 * ticket, and the member has to show one of these.
 */
export const signedIn = z.object({
  token: z.string().default(''),
  member: ownProfile,
  secondFactor: z.array(secondFactorWay).min(1).optional(),
});

/** SHA-256, in hex, of the secret that a browser keeps in a cookie from the start of a Google sign-in to its end. */
export const browserHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Hashing may wait its turn, so signing in has a longer deadline than other calls. */
export const HASHING_TIMEOUT_MS = 28_000;

/** Makes a member, their password identity and a first session. The 100 LIKE follow through the ledger. */
export const registerMember = defineRpc({
  subject: 'rpc.auth.register-member',
  input: z.object({
    username: usernameInput,
    email: emailInput,
    password: sealedPassword,
    referralCode: referralCode.nullable(),
    origin: origin.optional(),
    sessionHash,
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
 * Signs in by username or e-mail. Unknown member and wrong password cost and read the same; that the account is
 * suspended is told to whoever knows its password.
 */
export const logIn = defineRpc({
  subject: 'rpc.auth.log-in',
  input: z.object({ emailOrUser, password: sealedPassword, origin: logInOrigin.optional(), sessionHash }),
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
 * Begins a sign-in with Google for the browser of this hash. Answers the address at Google to go to, and the
 * `state` with which Google sends the browser back within ten minutes. `host` is what the visitor's browser
 * asked for; it must be one of the site's own.
 */
export const beginGoogleSignIn = defineRpc({
  subject: 'rpc.auth.begin-google-sign-in',
  input: z.object({
    host: z.string().max(300),
    browserHash,
    referralCode: referralCode.nullable(),
    /** `proof` signs nobody in: see `finish-google-proof`. Google is asked to have the person log in anew. */
    purpose: z.enum(['sign-in', 'proof']).optional(),
  }),
  output: z.object({ url: z.url(), state: z.string(), isHttps: z.boolean() }),
  errors: [authErrors.GOOGLE_NOT_SET_UP, authErrors.GOOGLE_UNAVAILABLE],
  timeoutMs: 6000,
});

/** How the `state` of a proof begins, so that the gateway knows what to end; what it is auth has kept. */
export const PROOF_STATE = 'proof-';

/** What Google sends back through the browser, as it came (RFC 6749, 4.1.2; RFC 9207). */
export const googleResponse = z.object({
  state: z.string().max(200),
  code: z.string().max(2048).optional(),
  error: z.string().max(200).optional(),
  iss: z.string().max(300).optional(),
});

/**
 * Ends a sign-in with Google: takes the state, which works once, exchanges the code, checks the ID token, and
 * signs in the member of this Google account, who is made if there is none. RATE_LIMITED and PAUSED are told to newcomers alone.
 */
export const finishGoogleSignIn = defineRpc({
  subject: 'rpc.auth.finish-google-sign-in',
  input: z.object({
    answer: googleResponse,
    browserHash: browserHash.nullable(),
    origin: origin.optional(),
    sessionHash,
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
 * Answers the text that a wallet has to sign: `Login to Likewell {host} {nonce} {ISO time}`, and, of the same nonce, what a wallet
 * needs that writes its text itself (Sign-In With Solana). The nonce works once, for five minutes. `host` is what the visitor's browser asked for; it must be one of the site's own.
 */
export const beginWalletSignIn = defineRpc({
  subject: 'rpc.auth.begin-wallet-sign-in',
  input: z.object({ host: z.string().max(300) }),
  output: z.object({
    message: walletMessage,
    /** Absent from a version that does not know it yet. */
    signIn: walletSignInRequest.optional(),
  }),
  errors: [authErrors.WALLET_HOST_UNKNOWN],
});

/**
 * Signs in the member of this wallet, who is made if there is none. The message is the one above, in either form, within
 * five minutes of its time, or, while `WALLET_BARE_PHRASE` is on, the spec's `Login to Likewell {ISO time}`, within two.
 * Each message of a wallet makes one session, however often it comes and whatever its signature. RATE_LIMITED and
 * PAUSED are told to newcomers alone.
 */
export const finishWalletSignIn = defineRpc({
  subject: 'rpc.auth.finish-wallet-sign-in',
  input: z.object({
    address: walletAddress,
    message: walletMessage,
    signature: walletSignature,
    referralCode: referralCode.nullable(),
    origin: origin.optional(),
    sessionHash,
  }),
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

/** The member behind a session with their role, or null when the session is known to be invalid. */
export const getSession = defineRpc({
  subject: 'rpc.auth.get-session',
  input: z.object({ tokenHash }),
  output: z.object({
    memberId: memberId.nullable(),
    role: memberRole.default('member'),
    /** Above which a tip wants the member confirmed; absent where they set none, and from a version that knows none. */
    tipLimitNano: positiveNano.optional(),
  }),
});

/** Revokes one session. Ending an unknown session is no error. */
export const endSession = defineRpc({
  subject: 'rpc.auth.end-session',
  input: z.object({ tokenHash, origin: requestOrigin.optional() }),
  output: z.object({}),
});

/**
 * Changes a member's password and ends all of their sessions, this one too. A member who has no password cannot
 * know the current one. Concurrent changes: one succeeds.
 */
export const changePassword = defineRpc({
  subject: 'rpc.auth.change-password',
  actor: 'memberId',
  input: z.object({
    memberId,
    oldPassword: sealedPassword,
    newPassword: sealedPassword,
    origin: requestOrigin.optional(),
  }),
  output: z.object({}),
  errors: [authErrors.WRONG_PASSWORD, authErrors.PASSWORD_TOO_EASY, commonErrors.OVERLOADED],
  timeoutMs: HASHING_TIMEOUT_MS,
});

/**
 * Renames a member. For 90 days the old name still finds them and nobody else may take it; they may take it
 * back. The name that they have already is no change.
 */
export const changeUsername = defineRpc({
  subject: 'rpc.auth.change-username',
  actor: 'memberId',
  input: z.object({ memberId, username: usernameInput }),
  output: ownProfile,
  errors: [
    authErrors.USERNAME_INVALID,
    authErrors.USERNAME_RESERVED,
    authErrors.USERNAME_TAKEN,
    authErrors.USERNAME_CHANGED_TOO_OFTEN,
    authErrors.MEMBER_NOT_FOUND,
  ],
});

/** Gives a member this finished picture. One that nobody has any more is deleted. */
export const changeAvatar = defineRpc({
  subject: 'rpc.auth.change-avatar',
  actor: 'memberId',
  input: z.object({ memberId, image: avatarImage }),
  output: ownProfile,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** A picture by its name; null when nobody has it. */
export const findAvatar = defineRpc({
  subject: 'rpc.auth.find-avatar',
  input: z.object({ sha256: avatarSha256 }),
  output: z.object({ image: avatarImage.nullable() }),
});

/** A member's own profile. */
export const getOwnProfile = defineRpc({
  subject: 'rpc.auth.get-own-profile',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: ownProfile,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** What happened to a member's own account, newest first. `origin` is where they read it. */
export const listSecurityEvents = defineRpc({
  subject: 'rpc.auth.list-security-events',
  actor: 'memberId',
  input: z.object({ memberId, cursor: cursor.nullable(), origin: requestOrigin.optional() }),
  output: securityEventPage,
  errors: [commonErrors.INVALID_CURSOR],
});

/** A public profile by id or by username, for 90 days also by an old one; null when there is none. */
export const findProfile = defineRpc({
  subject: 'rpc.auth.find-profile',
  callers: ['posts', 'wallet-chain-watcher'],
  input: z.union([z.object({ memberId }), z.object({ username: z.string().max(100) })]),
  output: z.object({ profile: publicProfile.nullable() }),
});
