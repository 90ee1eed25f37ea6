import { hash, randomBytes } from 'node:crypto';
import { toBase32 } from './base32.js';

const [COUNT, BYTES] = [10, 15];

/** Ten codes of 120 random bits, enough to keep them by a plain hash, made here so that only hashes cross the bus. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: COUNT }, () => toBase32(randomBytes(BYTES)).toLowerCase());
  return {
    codes: plain.map((code) => code.replaceAll(/(.{4})(?!$)/g, '$1-')),
    hashes: plain.map(recoveryCodeHash),
  };
}

/** By which auth knows a code, of its letters and digits alone. */
export const recoveryCodeHash = (code: string): string => hash('sha256', code);
