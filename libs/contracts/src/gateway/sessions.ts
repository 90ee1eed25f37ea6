import { z } from 'zod';
import { newPassword, totpCode, typedPassword, walletProof } from '../auth/credentials.js';
import * as confirmationCalls from '../auth/confirmation-rpc.js';
import * as sessionCalls from '../auth/sessions-rpc.js';
import * as signInMethodCalls from '../auth/sign-in-methods-rpc.js';
import * as tipLimitCalls from '../auth/tip-limit-rpc.js';
import { likeAmount } from '../core/money-schema.js';
import { passkeyResponse } from '../auth/passkey.js';
import { defineRoute } from './define-route.js';
import { idParam } from './id-param.js';
import { recoveryCode } from './keys.js';
import { nanoText } from './user.js';

/** Token that a pop-up window of `GET /api/auth/google/proof` returned. */
const googleProof = z.object({
  way: z.literal('google'),
  proof: z.string().max(100, 'This is no proof of Google’s.'),
});
const signedByWallet = walletProof.extend({ way: z.literal('wallet') });

export const confirm = defineRoute({
  method: 'POST',
  path: '/api/auth/confirm',
  summary:
    'Confirms that it is the member, by their second factor if they have one, for ten minutes in this session',
  access: 'member',
  limit: 'login',
  limitedBy: 'session',
  body: z.discriminatedUnion(
    'way',
    [
      z.object({ way: z.literal('password'), password: typedPassword }),
      signedByWallet,
      googleProof,
      z.object({ way: z.literal('passkey'), response: passkeyResponse }),
      z.object({ way: z.literal('totp'), code: totpCode }),
      z.object({ way: z.literal('recovery-code'), recoveryCode }),
    ],
    'Choose a way to confirm that it is you.',
  ),
  response: z.object({ confirmed_until: z.string() }),
  errors: confirmationCalls.confirmIdentity.errors,
});

const number = idParam('This is no number.');

const { device, method, isThis, isThisNetwork } = sessionCalls.listedSession.shape;
/** A session of the member. Of its origin it only tells whether that is the requesting network. */
const session = z.object({
  id: z.int(),
  device,
  method,
  created_at: z.string(),
  /** Rounded to the hour. */
  last_used_at: z.string(),
  this_session: isThis,
  this_network: isThisNetwork,
});
export type SessionItem = z.output<typeof session>;

export const sessions = defineRoute({
  method: 'GET',
  path: '/api/users/me/sessions',
  summary: 'Where the member is signed in: this session, then those used last, at most a hundred',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: z.object({ items: z.array(session) }),
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/sessions/:id',
  summary: 'Ends one session of the member, wherever it is',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  confirm: true,
  params: z.object({ id: number }),
  response: z.object({}),
  errors: sessionCalls.endListedSession.errors,
});

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/sessions',
  summary: 'Ends all sessions of the member but this one',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  confirm: true,
  response: z.object({ ended: z.int().nonnegative() }),
});

const { provider } = signInMethodCalls.listedMethod.shape;
/** A sign-in method of the member; `address` is that of a wallet. */
const signInMethod = z.object({
  id: z.int(),
  provider,
  address: z.string().nullable(),
  created_at: z.string(),
});
export type SignInMethodItem = z.output<typeof signInMethod>;

export const signInMethods = defineRoute({
  method: 'GET',
  path: '/api/users/me/sign-in-methods',
  summary: 'What signs the member in, the oldest first',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: z.object({ items: z.array(signInMethod) }),
});

export const removeSignInMethod = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/sign-in-methods/:provider/:id',
  summary: 'Takes a sign-in method off, never the last one, and ends all other sessions',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  confirm: true,
  params: z.object({ provider, id: number }),
  response: z.object({ ended: z.int().nonnegative() }),
  errors: signInMethodCalls.removeSignInMethod.errors,
});

export const addPassword = defineRoute({
  method: 'POST',
  path: '/api/users/me/sign-in-methods/password',
  summary: 'Gives a password to a member who has none',
  access: 'member',
  limit: 'password',
  limitedBy: 'session',
  confirm: true,
  body: z.object({ newPass: newPassword }),
  response: signInMethod,
  errors: signInMethodCalls.addPassword.errors,
});

export const addSignInMethod = defineRoute({
  method: 'POST',
  path: '/api/users/me/sign-in-methods',
  summary: 'Has a wallet or an account at Google sign the member in, once it is shown to be theirs',
  access: 'member',
  limit: 'write',
  confirm: true,
  body: z.discriminatedUnion('way', [signedByWallet, googleProof], 'Choose a wallet or Google.'),
  response: signInMethod,
  errors: signInMethodCalls.addSignInMethod.errors,
});

const limit = { limit: z.number().nullable(), limitNano: nanoText.nullable() };

export const tipLimit = defineRoute({
  method: 'GET',
  path: '/api/users/me/tip-limit',
  summary: 'The tip above which the member wants to be asked again who they are; null for never',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: z.object(limit),
  errors: tipLimitCalls.getTipLimit.errors,
});

export const setTipLimit = defineRoute({
  method: 'PUT',
  path: '/api/users/me/tip-limit',
  summary: 'Sets that tip, or null for never',
  access: 'member',
  limit: 'write',
  confirm: true,
  body: z.object({ limit: likeAmount.nullable() }, 'Invalid amount'),
  response: z.object(limit),
  errors: tipLimitCalls.setTipLimit.errors,
});
