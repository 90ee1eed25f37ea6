import { defineErrors } from '../kernel/define-errors.js';

export const authErrors = defineErrors({
  USERNAME_INVALID: {
    kind: 'invalid',
    message: 'Usernames have 3 to 20 letters, digits or underscores, and at least one that is no digit.',
  },
  USERNAME_RESERVED: { kind: 'conflict', message: 'This username is reserved. Please choose another one.' },
  USERNAME_TAKEN: { kind: 'conflict', message: 'This username is taken. Please choose another one.' },
  EMAIL_TAKEN: { kind: 'conflict', message: 'An account with this e-mail exists already. Try to log in.' },
  WRONG_CREDENTIALS: {
    kind: 'unauthenticated',
    message: 'Wrong username, e-mail or password. Please try again.',
  },
  MEMBER_NOT_FOUND: { kind: 'not-found', message: 'There is no member of this name.' },
});
