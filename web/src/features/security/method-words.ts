const WORDS: Partial<Record<string, string>> = {
  password: 'a password',
  google: 'Google',
  wallet: 'a wallet',
  passkey: 'a passkey',
  totp: 'an authenticator app',
  'recovery-code': 'a recovery code',
  mail: 'a link by e-mail',
};

/** Returns a method of confirmation in words. */
export const methodWords = (method: string): string => WORDS[method] ?? method;
