import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { emailInput, emailOrUser } from './credentials.js';
import { authErrors } from './errors.js';
import { requestOrigin } from './origin.js';
import { HASHING_TIMEOUT_MS, sealedPassword } from './passwords-rpc.js';
import { requestingHash, tokenHash } from './token-hash.js';

/** SHA-256 of a link's secret, which never crosses the bus. */
const byLink = z.object({ tokenHash, origin: requestOrigin });

/** A link that proves an address, and the signed-in member who opened it, if there is one. */
const byProof = byLink.extend({ memberId: memberId.nullish() });

/** An address that is to replace a member's, with the ends that have not confirmed it yet. */
const pendingAddress = z.object({
  email: z.string(),
  waitsFor: z.array(z.enum(['new', 'old'])),
  expiresAt: z.iso.datetime(),
});

/** Returns a member's own address, and a change of it that is under way. */
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

/** Sends the link that verifies a member's address again; the previous link becomes void. */
export const sendVerification = defineRpc({
  subject: 'rpc.auth.send-verification',
  actor: 'memberId',
  input: z.object({ memberId, origin: requestOrigin }),
  output: z.object({}),
  errors: [
    authErrors.EMAIL_MISSING,
    authErrors.EMAIL_VERIFIED_ALREADY,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
  ],
});

/**
 * Verifies the address to which this link was sent: for the member who opened it, if they have that address,
 * otherwise for the member who was sent it. Returns that member's name. Other members who have it unverified lose it.
 * Opening the link signs nobody in.
 */
export const verifyEmail = defineRpc({
  subject: 'rpc.auth.verify-email',
  actor: 'memberId',
  input: byProof,
  /** An auth of the previous release tells no name. */
  output: z.object({ email: z.string(), username: z.string().optional() }),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.EMAIL_VERIFIED_BY_ANOTHER],
});

/**
 * Requests a change of address. It takes effect when the link sent to the new address and, if the present one
 * is verified, the link sent there were opened within 24 hours. For an address of somebody else, the response
 * is the same, and its owner is told.
 */
export const requestEmailChange = defineRpc({
  subject: 'rpc.auth.request-email-change',
  actor: 'memberId',
  input: z.object({ memberId, tokenHash: requestingHash, email: emailInput, origin: requestOrigin }),
  output: z.object({}),
  errors: [authErrors.EMAIL_UNCHANGED, authErrors.MEMBER_NOT_FOUND, commonErrors.RATE_LIMITED],
});

/**
 * Confirms a change of address at the address to which this link was sent. A link to a new address confirms
 * it for the member who opened it, if they are changing to that address, otherwise for the member who was
 * sent it.
 */
export const confirmEmailChange = defineRpc({
  subject: 'rpc.auth.confirm-email-change',
  actor: 'memberId',
  input: byProof,
  output: z.object({ email: z.string(), isDone: z.boolean() }),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.EMAIL_VERIFIED_BY_ANOTHER],
});

/**
 * Restores a member's former address, within 7 days, ends their sessions, and voids what was sent to the
 * later one. A password that was set meanwhile becomes invalid: a link to set another one goes to the
 * restored address.
 */
export const undoEmailChange = defineRpc({
  subject: 'rpc.auth.undo-email-change',
  input: byLink,
  output: z.object({ email: z.string() }),
  errors: [authErrors.MAIL_LINK_INVALID, authErrors.EMAIL_VERIFIED_BY_ANOTHER],
});

/**
 * Requests a link to set a new password, which is sent to the member's verified address. The response and its
 * time are the same if there is no such member.
 */
export const requestPasswordReset = defineRpc({
  subject: 'rpc.auth.request-password-reset',
  input: z.object({ emailOrUser, origin: requestOrigin }),
  output: z.object({}),
});

/**
 * Sets the password of the member to whom this link was sent, who may have had none, and ends all their
 * sessions. It begins no session. A link may be tried with five passwords in 15 minutes.
 */
export const resetPassword = defineRpc({
  subject: 'rpc.auth.reset-password',
  input: byLink.extend({ newPassword: sealedPassword }),
  output: z.object({}),
  errors: [
    authErrors.MAIL_LINK_INVALID,
    authErrors.PASSWORD_TOO_EASY,
    commonErrors.RATE_LIMITED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});
