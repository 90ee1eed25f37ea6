import { z } from 'zod';
import { base64Bytes } from '../core/base64-bytes.js';

/** Maximum size of a finished avatar, small enough for the bus. */
export const MAX_AVATAR_BYTES = 64 * 1024;

/** SHA-256 of an avatar's bytes in hex, which is its permanent name. */
export const avatarSha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A finished avatar: base64 on the bus, the bytes of a WebP file in code. */
export const avatarImage = base64Bytes(MAX_AVATAR_BYTES).refine(
  (bytes) => bytes.length <= MAX_AVATAR_BYTES && isWebp(bytes),
  'must be a WebP of at most 64 KiB',
);

/** True for a RIFF file: `RIFF`, a length, `WEBP`. */
function isWebp(bytes: Uint8Array): boolean {
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  return text(0) === 'RIFF' && text(8) === 'WEBP';
}
