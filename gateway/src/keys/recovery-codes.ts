import { hash, randomBytes } from 'node:crypto';
import { toBase32 } from './base32.js';

const [COUNT, BYTES] = [10, 15];

/**
 * Returns ten codes of 120 random bits, which is enough to store them as plain hashes. They are made here, so
 * that only hashes cross the bus.
 */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: COUNT }, () => toBase32(randomBytes(BYTES)).toLowerCase());
  return {
    codes: plain.map((code) => code.replaceAll(/(.{4})(?!$)/g, '$1-')),
    hashes: plain.map(recoveryCodeHash),
  };
}

/** Returns the hash by which auth knows a code, made from its letters and digits alone. */
export const recoveryCodeHash = (code: string): string => hash('sha256', code);
