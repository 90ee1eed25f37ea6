import { z } from 'zod';
import {
  emailInput,
  emailOrUser,
  newPassword,
  referralCode,
  typedPassword,
  usernameInput,
} from '../auth/credentials.js';
import { logIn, registerMember } from '../auth/rpc.js';
import { defineRoute } from './define-route.js';
import { user } from './user.js';

const session = z.object({ token: z.string(), user });

export const register = defineRoute({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Joins Likewell and signs in',
  access: 'public',
  body: z.object({
    username: usernameInput,
    email: emailInput,
    password: newPassword,
    ref: referralCode.nullish().transform((code) => code ?? null),
  }),
  answer: session,
  errors: registerMember.errors,
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Signs in by username or e-mail',
  access: 'public',
  body: z.object({ emailOrUser, password: typedPassword }),
  answer: session,
  errors: logIn.errors,
});

export const me = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in member',
  access: 'member',
  answer: user,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Revokes the session',
  access: 'member',
  answer: z.object({}),
});
