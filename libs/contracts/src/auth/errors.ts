import { defineErrors } from '../core/define-errors.js';

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
  WRONG_PASSWORD: { kind: 'forbidden', message: 'Wrong current password' },
  USERNAME_CHANGED_TOO_OFTEN: {
    kind: 'rate-limited',
    message: 'You changed your username several times today. Please try again tomorrow.',
  },
  AVATAR_NOT_FOUND: { kind: 'not-found', message: 'There is no picture at this address.' },
  GOOGLE_NOT_SET_UP: {
    kind: 'unavailable',
    message: 'Signing in with Google is not set up here. Please sign in another way.',
  },
  GOOGLE_UNAVAILABLE: {
    kind: 'unavailable',
    message: 'Google is not answering right now. Please try again in a moment.',
  },
  GOOGLE_CANCELLED: { kind: 'forbidden', message: 'You did not let Google sign you in. Please try again.' },
  GOOGLE_REFUSED: { kind: 'forbidden', message: 'Google did not confirm who you are. Please try again.' },
  GOOGLE_ATTEMPT_INVALID: {
    kind: 'forbidden',
    message: 'This sign-in has run out or was used before. Please start again.',
  },
  WALLET_NOT_PROVEN: {
    kind: 'unauthenticated',
    message: 'The wallet did not prove who you are. Please try to sign in again.',
  },
  WALLET_PHRASE_OFF: {
    kind: 'forbidden',
    message:
      'This message does not say for which site it is, which is needed here. Please reload the page and sign in with your wallet again, or sign the text of /api/auth/wallet-nonce.',
  },
  WALLET_HOST_UNKNOWN: {
    kind: 'forbidden',
    message: 'Signing in with a wallet works at the site’s own address alone. Please open the site there.',
  },
  ACCOUNT_CLOSED: {
    kind: 'forbidden',
    message: 'This account is closed. Please contact us to open it again.',
  },
  ACCOUNT_SUSPENDED: {
    kind: 'forbidden',
    message: 'This account is suspended. Please contact us if you think that this is a mistake.',
  },
  MEMBER_NOT_FOUND: { kind: 'not-found', message: 'There is no member of this name.' },
});
