import { z } from 'zod';

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

/**
 * Response of a browser for an authenticator, with a new passkey or a proof (WebAuthn,
 * RegistrationResponseJSON and AuthenticationResponseJSON). auth reads the rest with the library that knows
 * its many forms.
 */
export const passkeyResponse = z.looseObject({
  id: base64Url.min(1).max(1400),
  rawId: base64Url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64Url.min(1) }),
});
export type PasskeyResponse = z.output<typeof passkeyResponse>;

/** Name by which a member distinguishes their passkeys. */
export const passkeyName = z
  .string('Name the passkey.')
  .trim()
  .min(1, 'Name the passkey.')
  .max(50, 'Choose a shorter name.');
