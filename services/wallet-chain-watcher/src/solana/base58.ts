import bs58 from 'bs58';

/**
 * Reads base58 text of exactly `length` bytes; returns null for anything else. A text that is too long is not
 * decoded, since decoding takes time quadratic in the length.
 */
export function decodeBase58(text: string, length: number): Uint8Array | null {
  if (text.length > Math.ceil(length * 1.4)) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === length ? bytes : null;
}

/** Bytes as base58 text. */
export const encodeBase58 = (bytes: Uint8Array): string => bs58.encode(bytes);
