import { z } from 'zod';
import * as address from '../auth/address-rpc.js';
import { emailInput, emailOrUser, mailToken, newPassword } from '../auth/credentials.js';
import { defineRoute } from './define-route.js';

const token = z.object({ token: mailToken });

export const account = defineRoute({
  method: 'GET',
  path: '/api/users/me/account',
  summary: 'The own e-mail address, whether it is verified, and the one that is to take its place',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: z.object({
    email: z.string().nullable(),
    email_verified: z.boolean(),
    pending_email: z.string().nullable(),
    /** The addresses, new or old, that have not confirmed the change yet. */
    waits_for: z.array(z.enum(['new', 'old'])),
  }),
  errors: address.getAddress.errors,
});

export const sendVerification = defineRoute({
  method: 'POST',
  path: '/api/users/me/email/verification',
  summary: 'Sends the link that verifies the own address once more; only the newest one works',
  access: 'member',
  limit: 'mail',
  status: 202,
  response: z.object({}),
  errors: address.sendVerification.errors,
});

export const changeEmail = defineRoute({
  method: 'PUT',
  path: '/api/users/me/email',
  summary: 'Asks for another address; it takes effect when the new and a verified old one have confirmed it',
  access: 'member',
  limit: 'mail',
  confirm: true,
  status: 202,
  body: z.object({ email: emailInput }),
  response: z.object({}),
  errors: address.requestEmailChange.errors,
});

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/api/auth/email/verify',
  summary:
    'Verifies the address to which this link was sent: for who is signed in and has it, or else for who was sent it; signs nobody in',
  access: 'optional',
  limit: 'login',
  body: token,
  /** Absent while an auth of the previous release responds. */
  response: z.object({ email: z.string(), username: z.string().optional() }),
  errors: address.verifyEmail.errors,
});

export const confirmEmailChange = defineRoute({
  method: 'POST',
  path: '/api/auth/email/confirm-change',
  summary:
    'Confirms a change of address at the end to which this link was sent: for who is signed in and changes to it, or else for who was sent it',
  access: 'optional',
  limit: 'login',
  body: token,
  response: z.object({ email: z.string(), done: z.boolean() }),
  errors: address.confirmEmailChange.errors,
});

export const undoEmailChange = defineRoute({
  method: 'POST',
  path: '/api/auth/email/undo-change',
  summary:
    'Gives the former address back, ends all sessions of the member, and voids what was sent to the later one',
  access: 'public',
  limit: 'login',
  body: token,
  response: z.object({ email: z.string() }),
  errors: address.undoEmailChange.errors,
});

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/auth/password/reset-request',
  summary:
    'Sends a link to set a new password to the verified address of whoever this is, if there is anybody',
  access: 'public',
  limit: 'mail',
  status: 202,
  body: z.object({ emailOrUser }),
  response: z.object({}),
  errors: address.requestPasswordReset.errors,
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/password/reset',
  summary: 'Sets the password of the member to whom this link was sent, and ends all their sessions',
  access: 'public',
  limit: 'login',
  body: token.extend({ newPassword }),
  response: z.object({}),
  errors: address.resetPassword.errors,
});
