import { createHmac } from 'node:crypto';
import { earlyInPeriod } from './early-in-period.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;
/** Longest time of a call with a code on a busy machine. */
const CALL_MS = 5_000;

/** Returns the code of an authenticator app for a secret in base32 (RFC 6238), `steps` steps of 30 s from now. */
export function totpCode(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Waits if a step is about to end, since its code becomes invalid at the end of the step. */
export const earlyInStep = (): Promise<void> => earlyInPeriod(STEP_MS, CALL_MS);
