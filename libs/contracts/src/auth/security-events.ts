import { z } from 'zod';
import { id } from '../core/ids.js';
import { memberRole } from '../core/member-role.js';
import { pageOf } from '../core/page.js';

/**
 * Ways to prove one's identity; `totp` and `recovery-code` are only second factors, `mail` is a link that was
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

/**
 * What happened to an account. `registered` is its first sign-in; `new-device` is recorded beside the sign-in
 * that it belongs to.
 */
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

/**
 * Details of an event: why a sign-in failed, the new role, whether the badge was given or removed, what ended
 * a session. One that was `logged-out` by the `system` was beyond the most that a member may have; a detail of
 * its own would be rejected by readers of the previous release.
 */
const securityEventDetail = z.enum([
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

/** Actor of an event; a `visitor` did not prove an identity. */
const securityEventActor = z.enum(['member', 'visitor', 'operator', 'system']);

/** An event of an account, as its member may see it. */
export const securityEvent = z.object({
  id,
  at: z.iso.datetime(),
  kind: securityEventKind,
  detail: securityEventDetail.nullable(),
  method: signInMethod.nullable(),
  /**
   * Number of sessions that ended; for a failure, the number of failures from that network on the account
   * within the hour.
   */
  count: z.int().positive(),
  doneBy: securityEventActor,
  /** True if it came from the network that reads the list; null if that is not known. */
  isThisNetwork: z.boolean().nullable(),
  isThisDevice: z.boolean().nullable(),
});
export type SecurityEvent = z.output<typeof securityEvent>;
export const securityEventPage = pageOf(securityEvent);
