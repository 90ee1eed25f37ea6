import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId } from '../core/ids.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';
import { passkeyName, passkeyResponse } from './passkey.js';
import { sealedPassword as sealed } from './passwords-rpc.js';
import { signedIn } from './sign-in-rpc.js';
import { requestingHash, tokenHash } from './token-hash.js';

/**
 * Hashes, in hex, of the ten recovery codes that the gateway has made for a member. The codes never cross the
 * bus: only their member has them.
 */
const recoveryHashes = z.array(tokenHash).length(10);

/**
 * Number of a member's set of recovery codes: a later set has a higher one. Null if there are no codes, or if
 * an auth of the previous release responds.
 */
const setId = id.nullable().default(null);

const added = z.object({
  /** False if the member already has codes: these stay, and those of the call are ignored. */
  areCodesNew: z.boolean(),
  setId,
});

/** A member's second factors, with what they need to tell them apart. */
export const keys = z.object({
  hasTotp: z.boolean(),
  recoveryCodesLeft: z.int(),
  recoveryCodesSetId: setId,
  passkeys: z.array(
    z.object({
      id,
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
});

export const getKeys = defineRpc({
  subject: 'rpc.auth.get-keys',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: keys,
});

/**
 * Stores the secret of an authenticator app (RFC 6238), hex and sealed; it becomes a second factor when it is
 * confirmed.
 */
export const beginTotp = defineRpc({
  subject: 'rpc.auth.begin-totp',
  actor: 'memberId',
  input: z.object({ memberId, secret: sealed }),
  output: z.object({}),
  errors: [authErrors.TOTP_EXISTS],
});

/** Makes the authenticator app a second factor, by its first right code. */
export const confirmTotp = defineRpc({
  subject: 'rpc.auth.confirm-totp',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash: requestingHash,
    code: sealed,
    recoveryHashes,
    origin: requestOrigin,
  }),
  output: added,
  errors: [
    authErrors.TOTP_NOT_BEGUN,
    authErrors.WRONG_CODE,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
  ],
});

/**
 * Removes the authenticator app, and ends all sessions of its member but the requesting one, whose hash is
 * `tokenHash`. If no second factor is left, the recovery codes are removed too.
 */
export const removeTotp = defineRpc({
  subject: 'rpc.auth.remove-totp',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash, origin: requestOrigin }),
  output: z.object({}),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Replaces all old recovery codes by new ones. */
export const replaceRecoveryCodes = defineRpc({
  subject: 'rpc.auth.replace-recovery-codes',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash: requestingHash, recoveryHashes, origin: requestOrigin }),
  output: z.object({ setId }),
  errors: [authErrors.NO_SECOND_FACTOR, authErrors.MEMBER_NOT_FOUND],
});

/**
 * Returns the options with which a browser asks an authenticator for a new passkey (WebAuthn,
 * PublicKeyCredentialCreationOptionsJSON).
 */
export const beginPasskey = defineRpc({
  subject: 'rpc.auth.begin-passkey',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ options: z.record(z.string(), z.unknown()) }),
  errors: [authErrors.PASSKEYS_NOT_SET_UP, authErrors.TOO_MANY_PASSKEYS, authErrors.MEMBER_NOT_FOUND],
});

/** Stores the passkey that an authenticator has made. */
export const addPasskey = defineRpc({
  subject: 'rpc.auth.add-passkey',
  actor: 'memberId',
  input: z.object({
    memberId,
    tokenHash: requestingHash,
    response: passkeyResponse,
    name: passkeyName,
    recoveryHashes,
    origin: requestOrigin,
  }),
  output: added,
  errors: [
    authErrors.PASSKEYS_NOT_SET_UP,
    authErrors.PASSKEY_NOT_PROVEN,
    authErrors.PASSKEY_EXISTS,
    authErrors.TOO_MANY_PASSKEYS,
    authErrors.MEMBER_NOT_FOUND,
  ],
});

/** Removes a passkey, and the rest as {@link removeTotp} does. */
export const removePasskey = defineRpc({
  subject: 'rpc.auth.remove-passkey',
  actor: 'memberId',
  input: z.object({ memberId, passkeyId: id, tokenHash, origin: requestOrigin }),
  output: z.object({}),
  errors: [authErrors.PASSKEY_NOT_FOUND, authErrors.MEMBER_NOT_FOUND],
});

/**
 * Returns the options with which a browser asks an authenticator for a proof (WebAuthn,
 * PublicKeyCredentialRequestOptionsJSON): by any passkey of this site or, with a ticket, by one of its
 * member's.
 */
export const beginPasskeySignIn = defineRpc({
  subject: 'rpc.auth.begin-passkey-sign-in',
  input: z.object({ ticketHash: tokenHash.nullable() }),
  output: z.object({ options: z.record(z.string(), z.unknown()) }),
  errors: [authErrors.PASSKEYS_NOT_SET_UP, authErrors.SIGN_IN_RUN_OUT],
});

/** Does the same as `begin-passkey-sign-in` for a member who confirms their identity by one of their passkeys. */
export const beginPasskeyConfirmation = defineRpc({
  subject: 'rpc.auth.begin-passkey-confirmation',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ options: z.record(z.string(), z.unknown()) }),
  errors: [authErrors.PASSKEYS_NOT_SET_UP],
});

/** Signs in the member of this passkey, which counts as both factors. Each challenge works once, for five minutes. */
export const finishPasskeySignIn = defineRpc({
  subject: 'rpc.auth.finish-passkey-sign-in',
  input: z.object({ response: passkeyResponse, origin: requestOrigin, sessionHash: tokenHash }),
  output: signedIn,
  errors: [
    authErrors.PASSKEYS_NOT_SET_UP,
    authErrors.PASSKEY_NOT_PROVEN,
    authErrors.ACCOUNT_SUSPENDED,
    authErrors.ACCOUNT_CLOSED,
  ],
});

/** Proof of a second factor by a code: of an authenticator app, sealed, or the hash of a recovery code. */
export const codeProof = z.discriminatedUnion('way', [
  z.object({ way: z.literal('totp'), code: sealed }),
  z.object({ way: z.literal('recovery-code'), codeHash: tokenHash }),
]);
export type CodeProof = z.output<typeof codeProof>;

/** Proof of a second factor. */
export const secondFactorProof = z.discriminatedUnion('way', [
  ...codeProof.options,
  z.object({ way: z.literal('passkey'), response: passkeyResponse }),
]);
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/** Finishes a sign-in that waits for a second factor: its ticket works once, for five minutes and five attempts. */
export const finishSecondFactor = defineRpc({
  subject: 'rpc.auth.finish-second-factor',
  input: z.object({
    ticketHash: tokenHash,
    proof: secondFactorProof,
    origin: requestOrigin,
    sessionHash: tokenHash,
  }),
  output: signedIn,
  errors: [
    authErrors.SIGN_IN_RUN_OUT,
    authErrors.WRONG_CODE,
    authErrors.PASSKEYS_NOT_SET_UP,
    authErrors.PASSKEY_NOT_PROVEN,
    authErrors.ACCOUNT_SUSPENDED,
    authErrors.ACCOUNT_CLOSED,
    commonErrors.RATE_LIMITED,
  ],
});
