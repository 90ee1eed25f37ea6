import { z } from 'zod';
import { totpCode } from '../auth/credentials.js';
import * as auth from '../auth/keys-rpc.js';
import { passkeyName, passkeyResponse } from '../auth/passkey.js';
import { defineRoute } from './define-route.js';
import { session } from './auth.js';
import { idParam } from './id-param.js';

/** Ticket of a sign-in that waits for a second factor, from the details of its 401. */
const ticket = z.string('Log in first.').min(1, 'Log in first.').max(100);

/** A recovery code in the shown form, `xxxx-xxxx-xxxx-xxxx-xxxx-xxxx`; case, spaces and dashes are ignored. */
export const recoveryCode = z
  .string('Enter a recovery code.')
  .transform((text) => text.toLowerCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[a-z2-7]{24}$/, 'A recovery code has 24 letters and digits.'));

/** Number of the member's set of recovery codes: a later set has a higher one. */
const setId = z.int().nullish();

/** Shown once; null if the member already has codes, which stay. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()).nullable(), setId });
const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

export const keys = defineRoute({
  method: 'GET',
  path: '/api/users/me/keys',
  summary: 'The own second factors, and how many recovery codes are left',
  access: 'member',
  limit: 'settings',
  limitedBy: 'session',
  response: z.object({
    totp: z.boolean(),
    recovery_codes_left: z.int(),
    recovery_codes_set_id: setId,
    passkeys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        created_at: z.string(),
        last_used_at: z.string().nullable(),
      }),
    ),
  }),
  errors: auth.getKeys.errors,
});

export const beginTotp = defineRoute({
  method: 'POST',
  path: '/api/users/me/totp',
  summary: 'A secret for an authenticator app (RFC 6238); it counts once its first code confirmed it',
  access: 'member',
  limit: 'write',
  confirm: true,
  response: z.object({
    /** The secret in base32, for typing. */
    secret: z.string(),
    /** An `otpauth://` URI, for opening or scanning. */
    uri: z.string(),
  }),
  errors: auth.beginTotp.errors,
});

export const confirmTotp = defineRoute({
  method: 'POST',
  path: '/api/users/me/totp/confirm',
  summary: 'Makes the app a second factor by its first code; the first factor brings ten recovery codes',
  access: 'member',
  limit: 'write',
  body: z.object({ code: totpCode }),
  response: newCodes,
  errors: auth.confirmTotp.errors,
});

export const removeTotp = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/totp',
  summary: 'Removes the authenticator app',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  confirm: true,
  response: z.object({}),
  errors: auth.removeTotp.errors,
});

export const makeRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/users/me/recovery-codes',
  summary: 'Ten new recovery codes in the place of all old ones, shown once',
  access: 'member',
  limit: 'write',
  confirm: true,
  response: z.object({ recoveryCodes: z.array(z.string()), setId }),
  errors: auth.replaceRecoveryCodes.errors,
});

export const beginPasskey = defineRoute({
  method: 'POST',
  path: '/api/users/me/passkeys/options',
  summary: 'What to ask an authenticator for a new passkey with; its challenge works once, for five minutes',
  access: 'member',
  limit: 'write',
  confirm: true,
  response: passkeyOptions,
  errors: auth.beginPasskey.errors,
});

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/api/users/me/passkeys',
  summary: 'Keeps the passkey that an authenticator has made; the first factor brings ten recovery codes',
  access: 'member',
  limit: 'write',
  body: z.object({ response: passkeyResponse, name: passkeyName.optional() }),
  response: newCodes,
  errors: auth.addPasskey.errors,
});

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/passkeys/:id',
  summary: 'Removes a passkey',
  access: 'member',
  limit: 'write',
  limitedBy: 'session',
  confirm: true,
  params: z.object({ id: idParam('This is no number of a passkey.') }),
  response: z.object({}),
  errors: auth.removePasskey.errors,
});

export const passkeySignInOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/passkey-options',
  summary: 'What to ask an authenticator for a proof with: any passkey, or, with a ticket, its member’s',
  access: 'public',
  limit: 'login',
  body: z.object({ ticket: ticket.optional() }),
  response: passkeyOptions,
  errors: auth.beginPasskeySignIn.errors,
});

export const passkeyConfirmOptions = defineRoute({
  method: 'POST',
  path: '/api/auth/confirm/passkey-options',
  summary: 'What to ask an authenticator with to confirm that it is the member',
  access: 'member',
  limit: 'login',
  limitedBy: 'session',
  response: passkeyOptions,
  errors: auth.beginPasskeyConfirmation.errors,
});

export const loginPasskey = defineRoute({
  method: 'POST',
  path: '/api/auth/login-passkey',
  summary: 'Signs in by a passkey, which counts as both factors',
  access: 'public',
  limit: 'login',
  body: z.object({ response: passkeyResponse }),
  response: session,
  errors: auth.finishPasskeySignIn.errors,
});

export const secondFactor = defineRoute({
  method: 'POST',
  path: '/api/auth/second-factor',
  summary:
    'Ends a sign-in that was answered with SECOND_FACTOR_NEEDED; its ticket lives for five minutes and five tries',
  access: 'public',
  limit: 'login',
  body: z.union([
    z.object({ ticket, code: totpCode }),
    z.object({ ticket, recoveryCode }),
    z.object({ ticket, passkey: passkeyResponse }),
  ]),
  response: session,
  errors: auth.finishSecondFactor.errors,
});
