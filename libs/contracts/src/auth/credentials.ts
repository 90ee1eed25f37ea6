import { z } from 'zod';

/** A username before the rules of usernames are applied, which have their own error messages. */
export const usernameInput = z.string('Choose a username.').trim().min(1, 'Choose a username.').max(100);

/** An address that could receive mail; compared in lower case. */
export const emailInput = z
  .string('Enter your e-mail address.')
  .trim()
  .max(254, 'This e-mail address is too long.')
  .pipe(z.email('Enter a valid e-mail address.'));

/** A new password: 8 to 256 characters; a longer one would cost more to hash and be no safer. */
export const newPassword = z
  .string('Enter a password.')
  .min(8, 'Choose a password of at least 8 characters.')
  .max(256, 'Choose a password of at most 256 characters.');

/** A password as typed at sign-in. */
export const typedPassword = z.string('Enter your password.').min(1, 'Enter your password.').max(256);

/** Name that a member signs in with: a username or an e-mail address. */
export const emailOrUser = z
  .string('Enter your username or e-mail.')
  .trim()
  .min(1, 'Enter your username or e-mail.')
  .max(254);

/** A referral code as the page stored it. Anything unknown is ignored later, so only its size is checked. */
export const referralCode = z.string().max(100);

/** A wallet's address on Solana: the base58 text of 32 bytes. Whether it can be a key is checked with the signature. */
export const walletAddress = z
  .string('Send the address of the wallet.')
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'This is no address of a Solana wallet.');

/** Text that a wallet signed. */
export const walletMessage = z
  .string('Send the message that the wallet signed.')
  .min(1, 'Send the message that the wallet signed.')
  .max(500, 'This message is too long.');

/** A wallet's signature: the base58 text of 64 bytes. */
const walletSignature = z
  .string('Send the signature of the wallet.')
  .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, 'This is no signature of a Solana wallet.');

/** A text of `begin-wallet-sign-in`, signed by a wallet; it works once. */
export const walletProof = z.object({
  address: walletAddress,
  message: walletMessage,
  signature: walletSignature,
});

/** Secret of a link in a mail: the base64url text of 256 bits. */
export const mailToken = z
  .string('Open the link of the mail again.')
  .regex(/^[\w-]{43}$/, 'This link is not whole. Please open it again from the mail.');

/** Code of an authenticator app as typed: apps show spaces between its digits. */
export const totpCode = z
  .string('Enter the code.')
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that the app shows.'));

/** Secret of an authenticator app: 160 random bits in hex. */
export const totpSecret = z.string().regex(/^[0-9a-f]{40}$/);
