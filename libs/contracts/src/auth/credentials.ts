import { z } from 'zod';

/** Before the house rules of usernames are applied; they answer with sentences of their own. */
export const usernameInput = z.string('Choose a username.').trim().min(1, 'Choose a username.').max(100);

/** An address that could receive mail; compared in lower case. */
export const emailInput = z
  .string('Enter your e-mail address.')
  .trim()
  .max(254, 'This e-mail address is too long.')
  .pipe(z.email('Enter a valid e-mail address.'));

/** A new password: 8 to 256 characters (ARCHITECTURE, decision 15). */
export const newPassword = z
  .string('Enter a password.')
  .min(8, 'Choose a password of at least 8 characters.')
  .max(256, 'Choose a password of at most 256 characters.');

/** A password as typed at sign-in. */
export const typedPassword = z.string('Enter your password.').min(1, 'Enter your password.').max(256);

/** What a member signs in with: a username or an e-mail address. */
export const emailOrUser = z
  .string('Enter your username or e-mail.')
  .trim()
  .min(1, 'Enter your username or e-mail.')
  .max(254);

/** A referral code as the page stored it. Anything unknown is ignored later, so only its size is checked. */
export const referralCode = z.string().max(100);
