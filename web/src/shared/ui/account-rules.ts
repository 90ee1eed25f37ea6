import { MIN_PASSWORD_CHARACTERS, USERNAME } from '../config/limits';

/**
 * The rules of a username and of a new password: hints that a field shows before, and the
 * checks that reject a value.
 */
export const USERNAME_HINT = '3 to 20 letters (a to z), digits or underscores.';
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters, and not easy to guess.`;

const USERNAME_BROKEN =
  'Usernames have 3 to 20 letters (a to z), digits or underscores, and cannot be digits only.';
const PASSWORD_BROKEN = `Choose a password of at least ${MIN_PASSWORD_CHARACTERS} characters.`;

export const username = {
  required: 'Choose a username.',
  validate: (value: string) => {
    if (value.trim() === '') return 'Choose a username.';
    return USERNAME.test(value.trim()) || USERNAME_BROKEN;
  },
};

/** Rejects what browsers reject too; the server checks more. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export const EMAIL_RULE = {
  required: 'Enter your e-mail address.',
  pattern: { value: EMAIL, message: 'Enter a valid e-mail address.' },
};

const validate = (value: string) => value.length >= MIN_PASSWORD_CHARACTERS || PASSWORD_BROKEN;

/** Rules of a new password. */
export const newPassword = { required: 'Enter a password.', validate };

/** Rules of the field that repeats it. The spec has two texts for a difference (section 8). */
export const repeatedPassword = (differs: string) => ({
  required: 'Repeat the password.',
  validate: (value: string, { password }: { password: string }) => value === password || differs,
});
