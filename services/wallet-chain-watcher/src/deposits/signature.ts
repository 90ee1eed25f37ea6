import { decodeBase58, encodeBase58 } from '../solana/base58.js';

const SIGNATURE_BYTES = 64;

/** The bytes of a signature in base58; null of any other text. */
export const readSignature = (text: string): Uint8Array | null => decodeBase58(text, SIGNATURE_BYTES);

/** A signature's 64 bytes in hex, by which it is known here. @throws RangeError for any other text */
export function signatureHex(signature: string): string {
  const bytes = readSignature(signature);
  if (!bytes) throw new RangeError('no signature');
  return Buffer.from(bytes).toString('hex');
}

/** The base58 text of 64 bytes. */
export const signatureText = (bytes: Uint8Array): string => encodeBase58(bytes);
