import { defineErrors } from '../core/define-errors.js';

export const authErrors = defineErrors({
  USERNAME_INVALID: {
    kind: 'invalid',
    message: 'Usernames have 3 to 20 letters, digits or underscores, and at least one that is no digit.',
  },
  USERNAME_RESERVED: { kind: 'conflict', message: 'This username is reserved. Please choose another one.' },
  USERNAME_TAKEN: { kind: 'conflict', message: 'This username is taken. Please choose another one.' },
  EMAIL_TAKEN: { kind: 'conflict', message: 'An account with this e-mail exists already. Try to log in.' },
  /** A link of a mail. Unknown, used, replaced and expired links give the same error. */
  MAIL_LINK_INVALID: {
    kind: 'forbidden',
    message: 'This link has run out or was used before. Please ask for a new one.',
  },
  EMAIL_VERIFIED_BY_ANOTHER: {
    kind: 'conflict',
    message: 'Another account has verified this e-mail address meanwhile. Please use another address.',
  },
  EMAIL_VERIFIED_ALREADY: { kind: 'conflict', message: 'Your e-mail address is verified already.' },
  EMAIL_UNCHANGED: { kind: 'conflict', message: 'This is your e-mail address already.' },
  EMAIL_MISSING: { kind: 'conflict', message: 'Your account has no e-mail address yet. Add one first.' },
  WRONG_CREDENTIALS: {
    kind: 'unauthenticated',
    message: 'Wrong username, e-mail or password. Please try again.',
  },
  PASSWORD_TOO_EASY: {
    kind: 'invalid',
    message:
      'This password is too easy to guess. Choose a longer one, for example a few words that do not belong together.',
  },
  WRONG_PASSWORD: { kind: 'forbidden', message: 'Wrong current password' },
  IDENTITY_NOT_CONFIRMED: {
    kind: 'forbidden',
    message: 'This did not prove that it is you. Please try again.',
  },
  SESSION_NOT_FOUND: {
    kind: 'not-found',
    message: 'There is no such session. It may have ended already.',
  },
  SIGN_IN_METHOD_NOT_FOUND: {
    kind: 'not-found',
    message: 'There is no such sign-in method. It may have been removed already.',
  },
  LAST_SIGN_IN_METHOD: {
    kind: 'conflict',
    message: 'This is the only way into your account. Add another one before you remove it.',
  },
  SIGN_IN_METHOD_TAKEN: {
    kind: 'conflict',
    message: 'This signs somebody in already, to this account or another one. Please choose another.',
  },
  TOO_MANY_SIGN_IN_METHODS: {
    kind: 'conflict',
    message: 'You have as many sign-in methods as an account can have. Remove one that you do not use.',
  },
  PASSWORD_EXISTS: { kind: 'conflict', message: 'You have a password already. You can change it instead.' },
  SECOND_FACTOR_NEEDED: {
    kind: 'unauthenticated',
    message: 'This account has a second factor. Please show it to finish logging in.',
  },
  SIGN_IN_RUN_OUT: {
    kind: 'forbidden',
    message: 'This took too long or went wrong too often. Please log in again.',
  },
  WRONG_CODE: {
    kind: 'forbidden',
    message: 'This code is wrong, or was used before. Please try the next one.',
  },
  NO_SECOND_FACTOR: {
    kind: 'conflict',
    message: 'Recovery codes stand in for a second factor. Please add an app for codes or a passkey first.',
  },
  TOTP_EXISTS: {
    kind: 'conflict',
    message: 'This account has an app for codes already. Remove it to set up another one.',
  },
  TOTP_NOT_BEGUN: { kind: 'conflict', message: 'There is no app to confirm. Please start again.' },
  PASSKEYS_NOT_SET_UP: {
    kind: 'unavailable',
    message: 'Passkeys do not work at this address. Please open the site at its own.',
  },
  PASSKEY_NOT_PROVEN: {
    kind: 'forbidden',
    message: 'The passkey did not prove who you are. Please try again, or sign in another way.',
  },
  PASSKEY_EXISTS: { kind: 'conflict', message: 'This passkey is here already.' },
  TOO_MANY_PASSKEYS: {
    kind: 'conflict',
    message: 'An account has at most ten passkeys. Please remove one first.',
  },
  PASSKEY_NOT_FOUND: { kind: 'not-found', message: 'There is no such passkey any more.' },
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
  EXPORT_NOT_FOUND: {
    kind: 'not-found',
    message: 'There is no file with your data. Please ask for one first.',
  },
  EXPORT_NOT_READY: {
    kind: 'conflict',
    message: 'The file with your data is not ready. Please wait, or ask for it again if it failed.',
  },
  EXPORT_EXPIRED: {
    kind: 'gone',
    message: 'The file with your data was there for 24 hours. Please ask for a new one.',
  },
  MEMBER_NOT_FOUND: { kind: 'not-found', message: 'There is no member of this name.' },
});
