import { randomBytes } from 'node:crypto';

/** The login phrase (ARCHITECTURE, decision 12). */
const PHRASE = 'Login to Likewell';
const NONCE_BYTES = 16;
const FORM = new RegExp(
  `^${PHRASE} (?:(\\S+) ([\\w-]{22}) )?(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)$`,
);

/** How far a message's time may be from now, in seconds: with a nonce, and without one. */
const WINDOW_SECONDS = { full: 300, bare: 120 };

/** What a wallet signs to sign in. */
export interface WalletMessage {
  /** Null in the spec's bare form. */
  readonly challenge: { readonly host: string; readonly nonce: string } | null;
  /** As `Date.toISOString` writes it. */
  readonly time: string;
  readonly windowSeconds: number;
}

/** A nonce of 128 random bits. */
export const newNonce = (): string => randomBytes(NONCE_BYTES).toString('base64url');

/** The full form of the message. */
export const writeMessage = (host: string, nonce: string, time: Date): string =>
  `${PHRASE} ${host} ${nonce} ${time.toISOString()}`;

/** Reads either form of the message; null for any other text. */
export function readMessage(message: string): WalletMessage | null {
  const [, host, nonce, time = ''] = FORM.exec(message) ?? [];
  if (!isMoment(time)) return null;
  if (host === undefined || nonce === undefined) {
    return { challenge: null, time, windowSeconds: WINDOW_SECONDS.bare };
  }
  return { challenge: { host, nonce }, time, windowSeconds: WINDOW_SECONDS.full };
}

/** False for the 31st of February too. */
function isMoment(time: string): boolean {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}
