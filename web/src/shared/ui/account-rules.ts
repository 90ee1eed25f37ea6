import { MIN_PASSWORD_CHARACTERS, USERNAME } from '../config/limits';

/** The rules of a username and of a new password, as a field shows them beforehand and as it rejects what breaks them. */
export const USERNAME_HINT = '3 to 20 letters, digits or underscores.';
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters.`;

const USERNAME_BROKEN =
  'Usernames have 3 to 20 letters, digits or underscores, and at least one that is no digit.';
const PASSWORD_BROKEN = `Choose a password of at least ${MIN_PASSWORD_CHARACTERS} characters.`;

export const username = {
  required: 'Choose a username.',
  validate: (value: string) => {
    if (value.trim() === '') return 'Choose a username.';
    return USERNAME.test(value.trim()) || USERNAME_BROKEN;
  },
};

/** What a browser takes for an address too; the server looks closer. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export const EMAIL_RULE = {
  required: 'Enter your e-mail address.',
  pattern: { value: EMAIL, message: 'Enter a valid e-mail address.' },
};

export const newPassword = {
  validate: (value: string) => value.length >= MIN_PASSWORD_CHARACTERS || PASSWORD_BROKEN,
};
