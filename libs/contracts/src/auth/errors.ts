import { defineErrors } from '../core/define-errors.js';

export const authErrors = defineErrors({
  invalid: {
    USERNAME_INVALID:
      'Usernames have 3 to 20 letters (a to z), digits or underscores, and cannot be digits only.',
    PASSWORD_TOO_EASY:
      'This password is too easy to guess. Choose a longer one, for example a few words that do not belong together.',
  },
  conflict: {
    USERNAME_RESERVED: 'This username is reserved. Please choose another one.',
    USERNAME_TAKEN: 'This username is taken. Please choose another one.',
    EMAIL_TAKEN: 'An account with this e-mail exists already. Try to log in.',
    EMAIL_VERIFIED_BY_ANOTHER:
      'Another account has confirmed this e-mail address meanwhile. Please use another address.',
    EMAIL_VERIFIED_ALREADY: 'Your e-mail address is already confirmed.',
    EMAIL_UNCHANGED: 'This is your e-mail address already.',
    EMAIL_MISSING: 'Your account has no e-mail address yet. Add one first.',
    LAST_SIGN_IN_METHOD: 'This is the only way into your account. Add another one before you remove it.',
    SIGN_IN_METHOD_TAKEN:
      'This Google account or wallet is already a way to log in, to this account or to another one. Please choose another one.',
    TOO_MANY_SIGN_IN_METHODS:
      'Your account has as many ways to log in as it can have. Remove one that you do not use.',
    PASSWORD_EXISTS: 'You have a password already. You can change it instead.',
    NO_SECOND_FACTOR:
      'Recovery codes stand in for a second factor. Please add a passkey or an authenticator app first.',
    TOTP_EXISTS: 'This account already has an authenticator app. Remove it to set up another one.',
    TOTP_NOT_BEGUN: 'There is no app to confirm. Please start again.',
    PASSKEY_EXISTS: 'This passkey has already been added.',
    TOO_MANY_PASSKEYS: 'An account has at most ten passkeys. Please remove one first.',
    EXPORT_NOT_READY: 'The file with your data is not ready. Please wait, or ask for it again if it failed.',
  },
  forbidden: {
    /** A link of a mail. Unknown, used, replaced and expired links give the same error. */
    MAIL_LINK_INVALID: 'This link has expired or was used before. Please ask for a new one.',
    WRONG_PASSWORD: 'Wrong current password',
    IDENTITY_NOT_CONFIRMED: 'This did not prove that it is you. Please try again.',
    CONFIRMATION_TOO_WEAK:
      'Your account has a second factor. Please reload the page and confirm with it, or log in again.',
    SIGN_IN_RUN_OUT: 'This took too long or went wrong too often. Please log in again.',
    WRONG_CODE: 'This code is wrong, or was used before. Please try the next one.',
    PASSKEY_NOT_PROVEN: 'The passkey did not prove who you are. Please try again, or log in another way.',
    GOOGLE_CANCELLED: 'You did not let Google confirm who you are. Please try again.',
    GOOGLE_REFUSED: 'Google did not confirm who you are. Please try again.',
    GOOGLE_ATTEMPT_INVALID: 'This login has expired or was used before. Please start again.',
    WALLET_PHRASE_OFF:
      'This message does not say for which site it is, which is needed here. Please reload the page and log in with your wallet again, or sign the text of /api/auth/wallet-nonce.',
    WALLET_HOST_UNKNOWN:
      'Logging in with a wallet works only at the site’s own address. Please open the site there.',
    ACCOUNT_CLOSED: 'This account was deleted for good. You can sign up for a new one.',
    ACCOUNT_SUSPENDED: 'This account is suspended. Please contact us if you think that this is a mistake.',
  },
  unauthenticated: {
    WRONG_CREDENTIALS: 'Wrong username, e-mail or password. Please try again.',
    SECOND_FACTOR_NEEDED: 'This account has a second factor. Please use it to finish logging in.',
    WALLET_NOT_PROVEN: 'The wallet did not prove who you are. Please try to log in again.',
  },
  'not-found': {
    SESSION_NOT_FOUND: 'There is no such session. It may have ended already.',
    SIGN_IN_METHOD_NOT_FOUND: 'There is no such way to log in. It may have been removed already.',
    PASSKEY_NOT_FOUND: 'There is no such passkey any more.',
    AVATAR_NOT_FOUND: 'There is no photo at this address.',
    EXPORT_NOT_FOUND: 'There is no file with your data. Please ask for one first.',
    MEMBER_NOT_FOUND: 'There is no member of this name.',
  },
  'not-set-up': {
    PASSKEYS_NOT_SET_UP: 'Passkeys do not work at this address. Please open the site at its own web address.',
    GOOGLE_NOT_SET_UP: 'Logging in with Google is not set up here. Please log in another way.',
  },
  unavailable: {
    GOOGLE_UNAVAILABLE: 'Google is not answering right now. Please try again in a moment.',
  },
  'rate-limited': {
    USERNAME_CHANGED_TOO_OFTEN: 'You changed your username too often. Please try again later.',
  },
  gone: { EXPORT_EXPIRED: 'The file with your data was there for 24 hours. Please ask for a new one.' },
});
