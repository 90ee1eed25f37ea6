import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { emailInput, emailOrUser } from './credentials.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';
import { HASHING_TIMEOUT_MS, sealedPassword } from './rpc.js';
import { tokenHash } from './token-hash.js';

/** SHA-256 of a link's secret, which never crosses the bus. */
const byLink = z.object({ tokenHash, origin: requestOrigin.optional() });

/** An address that is to take the place of a member's, and which ends have not confirmed it yet. */
const pendingAddress = z.object({
  email: z.string(),
  waitsFor: z.array(z.enum(['new', 'old'])),
  expiresAt: z.iso.datetime(),
});

/** What a member may know of their account's address. */
export const getAddress = defineRpc({
  subject: 'rpc.auth.get-address',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({
    email: z.string().nullable(),
    isVerified: z.boolean(),
    pending: pendingAddress.nullable(),
  }),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Sends the link that verifies a member's address once more; the one before works no longer. */
export const sendVerification = defineRpc({
  subject: 'rpc.auth.send-verification',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({}),
  errors: [
    authErrors.EMAIL_MISSING,
    authErrors.EMAIL_VERIFIED_ALREADY,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
  ],
});

/**
 * Verifies the address to which this link was sent. Members who have it unverified lose it. Whoever opens the link is signed
 * in nowhere by it.
 */
export const verifyEmail = defineRpc({
  subject: 'rpc.auth.verify-email',
  input: byLink,
  output: z.object({ email: z.string() }),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.EMAIL_VERIFIED_BY_ANOTHER],
});

/**
 * Asks for another address: it takes effect when a link to it and, where the present one is verified, a link to that were
 * opened within 24 hours. Asked for an address that is another's, it answers the same, and the owner is told.
 */
export const requestEmailChange = defineRpc({
  subject: 'rpc.auth.request-email-change',
  actor: 'memberId',
  input: z.object({ memberId, email: emailInput, origin: requestOrigin.optional() }),
  output: z.object({}),
  errors: [authErrors.EMAIL_UNCHANGED, authErrors.MEMBER_NOT_FOUND, commonErrors.RATE_LIMITED],
});

/** Confirms a change of address at the end to which this link was sent. */
export const confirmEmailChange = defineRpc({
  subject: 'rpc.auth.confirm-email-change',
  input: byLink,
  output: z.object({ email: z.string(), isDone: z.boolean() }),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.EMAIL_VERIFIED_BY_ANOTHER],
});

/**
 * Gives a member their former address back, within 7 days, ends their sessions, and voids what was sent to the later one. A
 * password that was set meanwhile works no longer: a link to set another goes to the address.
 */
export const undoEmailChange = defineRpc({
  subject: 'rpc.auth.undo-email-change',
  input: byLink,
  output: z.object({ email: z.string() }),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.EMAIL_VERIFIED_BY_ANOTHER],
});

/**
 * Has a link to set a new password sent to the verified address of whoever this is. The response is the same, and as fast,
 * whether there is anybody.
 */
export const requestPasswordReset = defineRpc({
  subject: 'rpc.auth.request-password-reset',
  input: z.object({ emailOrUser, origin: requestOrigin.optional() }),
  output: z.object({}),
});

/**
 * Sets the password of the member to whom this link was sent, who may have had none, and ends all their sessions. It begins
 * none.
 */
export const resetPassword = defineRpc({
  subject: 'rpc.auth.reset-password',
  input: byLink.extend({ newPassword: sealedPassword }),
  output: z.object({}),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.PASSWORD_TOO_EASY, commonErrors.OVERLOADED],
  timeoutMs: HASHING_TIMEOUT_MS,
});
