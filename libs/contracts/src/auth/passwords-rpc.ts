import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { authErrors } from './errors.js';
import { logInOrigin } from './origin.js';
import { tokenHash } from './token-hash.js';

/**
 * A password on its way to auth: sealed, so that nobody can read it on the bus. Auth checks the rules of
 * passwords after opening it.
 */
export const sealedPassword = z.string().max(2000);

/** Hashing may have to wait for its turn, so sign-ins have a longer deadline than other calls. */
export const HASHING_TIMEOUT_MS = 28_000;

/**
 * Changes a member's password and ends all of their sessions, including this one. A member without a password
 * cannot give the current one. Of concurrent changes, one succeeds. Wrong passwords count as guesses of the
 * session that `tokenHash` names; with the right one, a member may try five new ones in 15 minutes.
 */
export const changePassword = defineRpc({
  subject: 'rpc.auth.change-password',
  actor: 'memberId',
  input: z.object({
    memberId,
    oldPassword: sealedPassword,
    newPassword: sealedPassword,
    tokenHash,
    origin: logInOrigin,
  }),
  output: z.object({}),
  errors: [
    authErrors.WRONG_PASSWORD,
    authErrors.PASSWORD_TOO_EASY,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: HASHING_TIMEOUT_MS,
});
