import type { WalletSignInRequest } from '@likewell/contracts/auth/wallet-sign-in';
import { randomInt } from 'node:crypto';
import { readSignIn } from './sign-in-with-solana.js';

/** The login phrase, which other sites do not use (ADR 0014, ADR 0111). */
const PHRASE = 'Login to Likewell';
/** 131 bits in letters and digits, because EIP-4361 allows nothing else in a nonce. */
const NONCE_CHARACTERS = 22;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FORM = new RegExp(
  `^${PHRASE} (?:(\\S+) ([\\w-]{${NONCE_CHARACTERS}}) )?(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)$`,
);

/** Longest difference between a message's time and now, in seconds: with a nonce, and without one. */
const WINDOW_SECONDS = { full: 300, bare: 120 };

/** A message that a wallet signs to sign in. */
export interface WalletMessage {
  /** Null in the spec's bare form. */
  readonly challenge: { readonly host: string; readonly nonce: string } | null;
  /** Address and origin, if the wallet wrote the text itself. */
  readonly account: { readonly address: string; readonly uri: string } | null;
  /** In the format of `Date.toISOString`. */
  readonly time: string;
  readonly windowSeconds: number;
}

/** Returns a nonce of random letters and digits. */
export const newNonce = (): string =>
  Array.from({ length: NONCE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Returns the full form of the message, for a wallet that signs a given text. */
export const writeMessage = (host: string, nonce: string, time: Date): string =>
  `${PHRASE} ${host} ${nonce} ${time.toISOString()}`;

/** Returns the request for a wallet that writes the text itself. */
export const writeRequest = (origin: string, nonce: string, time: Date): WalletSignInRequest => ({
  domain: new URL(origin).host,
  statement: PHRASE,
  uri: origin,
  version: '1',
  nonce,
  issuedAt: time.toISOString(),
});

/** Parses any form of the message; null for any other text. */
export function readMessage(message: string): WalletMessage | null {
  const signIn = readSignIn(message);
  if (signIn) {
    const { domain: host, nonce, address, uri, statement, issuedAt: time } = signIn;
    if (statement !== PHRASE || !isMoment(time)) return null;
    return {
      challenge: { host, nonce },
      account: { address, uri },
      time,
      windowSeconds: WINDOW_SECONDS.full,
    };
  }
  const [, host, nonce, time = ''] = FORM.exec(message) ?? [];
  if (!isMoment(time)) return null;
  if (host === undefined || nonce === undefined) {
    return { challenge: null, account: null, time, windowSeconds: WINDOW_SECONDS.bare };
  }
  return { challenge: { host, nonce }, account: null, time, windowSeconds: WINDOW_SECONDS.full };
}

/** Tells whether a time is valid; false for 31 February, too. */
function isMoment(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}
