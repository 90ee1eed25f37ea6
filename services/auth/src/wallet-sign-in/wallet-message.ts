import type { WalletSignInRequest } from '@likewell/contracts/auth/wallet-sign-in';
import { randomInt } from 'node:crypto';
import { readSignIn } from './sign-in-with-solana.js';

/** The login phrase, which other sites do not use (ADR 0014, ADR 0111). */
const PHRASE = 'Login to Likewell';
/** 131 bits of letters and digits alone: EIP-4361 allows nothing else in a nonce. */
const NONCE_CHARACTERS = 22;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const FORM = new RegExp(
  `^${PHRASE} (?:(\\S+) ([\\w-]{${NONCE_CHARACTERS}}) )?(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)$`,
);

/** How far a message's time may be from now, in seconds: with a nonce, and without one. */
const WINDOW_SECONDS = { full: 300, bare: 120 };

/** What a wallet signs to sign in. */
export interface WalletMessage {
  /** Null in the spec's bare form. */
  readonly challenge: { readonly host: string; readonly nonce: string } | null;
  /** Of whom and for which origin, where the wallet wrote the text itself. */
  readonly account: { readonly address: string; readonly uri: string } | null;
  /** As `Date.toISOString` writes it. */
  readonly time: string;
  readonly windowSeconds: number;
}

/** A nonce of random letters and digits. */
export const newNonce = (): string =>
  Array.from({ length: NONCE_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** The full form of the message, for a wallet that signs what it is given. */
export const writeMessage = (host: string, nonce: string, time: Date): string =>
  `${PHRASE} ${host} ${nonce} ${time.toISOString()}`;

/** The same for a wallet that writes the text itself. */
export const writeRequest = (origin: string, nonce: string, time: Date): WalletSignInRequest => ({
  domain: new URL(origin).host,
  statement: PHRASE,
  uri: origin,
  version: '1',
  nonce,
  issuedAt: time.toISOString(),
});

/** Reads any form of the message; null for any other text. */
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

/** False for the 31st of February too. */
function isMoment(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}
