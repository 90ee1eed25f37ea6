import { z } from 'zod';
import { id } from '../core/ids.js';
import { memberRole } from '../core/member-role.js';
import { pageOf } from '../core/page.js';

/**
 * By what somebody proves who they are; `totp` and `recovery-code` are second factors alone, `mail` is a link that was
 * sent to the verified address.
 */
export const signInMethod = z.enum([
  'password',
  'google',
  'wallet',
  'passkey',
  'totp',
  'recovery-code',
  'mail',
]);
export type SignInMethod = z.output<typeof signInMethod>;

/** What happened to an account. `registered` is its first sign-in; `new-device` comes beside the sign-in that it belongs to. */
export const securityEventKind = z.enum([
  'registered',
  'signed-in',
  'sign-in-failed',
  'new-device',
  'password-changed',
  'password-change-failed',
  'role-changed',
  'verification-changed',
  'suspended',
  'reinstated',
  'session-ended',
  'email-verified',
  'email-change-requested',
  'email-changed',
  'email-change-undone',
  'password-reset-requested',
  'password-reset',
  'sign-in-method-added',
  'sign-in-method-removed',
  'recovery-codes-made',
  'identity-confirmed',
  'export-requested',
  'export-downloaded',
  'deletion-requested',
  'deletion-cancelled',
  'deleted',
]);
export type SecurityEventKind = z.output<typeof securityEventKind>;

/** Why a sign-in failed, which role it is now, whether the badge came or went, what ended a session. */
export const securityEventDetail = z.enum([
  'wrong-credentials',
  'not-proven',
  'account-suspended',
  'account-closed',
  ...memberRole.options,
  'granted',
  'withdrawn',
  'logged-out',
  'password-changed',
  'suspended',
  'expired',
  'ended-by-member',
  'password-reset',
  'email-change-undone',
  'account-deleted',
  'wrong-code',
]);
export type SecurityEventDetail = z.output<typeof securityEventDetail>;

/** Who did it; a `visitor` is somebody who did not prove who they are. */
export const securityEventActor = z.enum(['member', 'visitor', 'operator', 'system']);
export type SecurityEventActor = z.output<typeof securityEventActor>;

/** What happened to an account, as its member may know it. */
export const securityEvent = z.object({
  id,
  at: z.iso.datetime(),
  kind: securityEventKind,
  detail: securityEventDetail.nullable(),
  method: signInMethod.nullable(),
  /** How many sessions ended; of a failure, how many that network had had on the account within the hour. */
  count: z.int().positive(),
  doneBy: securityEventActor,
  /** Whether it came from where the list is read; null where that is not known. */
  isThisNetwork: z.boolean().nullable(),
  isThisDevice: z.boolean().nullable(),
});
export type SecurityEvent = z.output<typeof securityEvent>;
export const securityEventPage = pageOf(securityEvent);
