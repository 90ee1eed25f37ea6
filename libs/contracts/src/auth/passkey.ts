import { z } from 'zod';

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

/** How a browser reaches an authenticator, such as `usb` or `smart-card`. */
const transport = z.string().regex(/^[\w-]{1,32}$/);

/**
 * Response of a browser for an authenticator, with a new passkey or a proof: those parts of WebAuthn's
 * RegistrationResponseJSON and AuthenticationResponseJSON that auth reads.
 */
export const passkeyResponse = z.object({
  id: base64Url.min(1).max(1400),
  rawId: base64Url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Url.min(1),
    /** Only with a new passkey. */
    attestationObject: base64Url.optional(),
    transports: z.array(transport).max(20).optional(),
    /** Only with a proof. */
    authenticatorData: base64Url.optional(),
    signature: base64Url.optional(),
  }),
});
export type PasskeyResponse = z.output<typeof passkeyResponse>;

/** Name by which a member distinguishes their passkeys. */
export const passkeyName = z
  .string('Name the passkey.')
  .trim()
  .min(1, 'Name the passkey.')
  .max(50, 'Choose a shorter name.');
