import { z } from 'zod';
import { decodeBase58, encodeBase58 } from './base58.js';

const SIGNATURE_BYTES = 64;

/** Returns the bytes of a signature in base58; null for any other text. */
export const readSignature = (text: string): Uint8Array | null => decodeBase58(text, SIGNATURE_BYTES);

/** Returns a signature's 64 bytes in hex, its form in our queries. @throws RangeError for any other text */
export function signatureHex(signature: string): string {
  const bytes = readSignature(signature);
  if (!bytes) throw new RangeError('no signature');
  return Buffer.from(bytes).toString('hex');
}

/** Returns 64 bytes as base58 text. */
export const signatureText = (bytes: Uint8Array): string => encodeBase58(bytes);

/** A column of signatures, read as base58 text. */
export const signatureColumn = z.instanceof(Buffer).transform(signatureText);
