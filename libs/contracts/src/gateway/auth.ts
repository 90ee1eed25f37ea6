import { z } from 'zod';
import {
  emailInput,
  emailOrUser,
  newPassword,
  referralCode,
  typedPassword,
  usernameInput,
  walletMessage,
  walletProof,
} from '../auth/credentials.js';
import { authErrors } from '../auth/errors.js';
import {
  beginGoogleSignIn,
  beginWalletSignIn,
  finishGoogleSignIn,
  finishWalletSignIn,
  googleResponse,
  logIn,
  registerMember,
} from '../auth/sign-in-rpc.js';
import { finishGoogleProof } from '../auth/confirmation-rpc.js';
import { walletSignInRequest } from '../auth/wallet-sign-in.js';
import { defineRoute } from './define-route.js';
import { user } from './user.js';

export const session = z.object({ token: z.string(), user });

/** Proves once, within five minutes, who owns an account at Google; it signs nobody in. */
const googleProofResponse = z.object({ proof: z.string() });
export type GoogleProof = z.output<typeof googleProofResponse>;

/**
 * Message that a pop-up window posts to its opener: a session, or a sentence that says why there is none. For
 * SECOND_FACTOR_NEEDED it includes the error's details.
 */
export type PopupMessage =
  z.output<typeof session> | { error: string; code?: string; details?: Readonly<Record<string, unknown>> };

export const register = defineRoute({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Joins Likewell and signs in',
  access: 'public',
  limit: 'register',
  body: z.object({
    username: usernameInput,
    email: emailInput,
    password: newPassword,
    ref: referralCode.nullish().transform((code) => code ?? null),
  }),
  response: session,
  errors: registerMember.errors,
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Signs in by username or e-mail',
  access: 'public',
  limit: 'login',
  body: z.object({ emailOrUser, password: typedPassword }),
  response: session,
  errors: [authErrors.SECOND_FACTOR_NEEDED, ...logIn.errors],
});

export const googleSignIn = defineRoute({
  method: 'GET',
  path: '/api/auth/google',
  summary: 'Sends a pop-up window to Google to sign in',
  access: 'public',
  limit: 'login',
  query: z.object({
    ref: referralCode.nullish().transform((code) => (code === undefined || code === '' ? null : code)),
  }),
  response: session,
  popup: true,
  errors: beginGoogleSignIn.errors,
});

export const googleProof = defineRoute({
  method: 'GET',
  path: '/api/auth/google/proof',
  summary: 'Sends a pop-up window to Google to show whose an account there is, without signing in',
  access: 'public',
  limit: 'login',
  response: googleProofResponse,
  popup: true,
  errors: [...beginGoogleSignIn.errors, ...finishGoogleProof.errors],
});

export const googleCallback = defineRoute({
  method: 'GET',
  path: '/api/auth/google/callback',
  summary: 'Where Google sends the pop-up window back to; `state` works once, in the browser that began',
  access: 'public',
  limit: 'login',
  query: googleResponse,
  response: z.union([session, googleProofResponse]),
  popup: true,
  errors: [authErrors.SECOND_FACTOR_NEEDED, ...finishGoogleSignIn.errors],
});

export const walletNonce = defineRoute({
  method: 'GET',
  path: '/api/auth/wallet-nonce',
  summary:
    'The whole text that a wallet has to sign to sign in, or what it needs to write one itself; one of them works once, for five minutes',
  access: 'public',
  limit: 'login',
  response: z.object({ message: walletMessage, signIn: walletSignInRequest.optional() }),
  errors: beginWalletSignIn.errors,
});

export const loginWallet = defineRoute({
  method: 'POST',
  path: '/api/auth/login-wallet',
  summary: 'Signs in by a wallet’s signature; the first time, joins Likewell',
  access: 'public',
  limit: 'login',
  body: walletProof.extend({ ref: referralCode.nullish().transform((code) => code ?? null) }),
  response: session,
  errors: [authErrors.SECOND_FACTOR_NEEDED, ...finishWalletSignIn.errors],
});

export const me = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in member',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: user,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Revokes the session',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  response: z.object({}),
});
