import { z } from 'zod';

/** A finished avatar weighs at most this much, so that it may cross the bus. */
export const MAX_AVATAR_BYTES = 64 * 1024;

const MAX_BASE64_CHARACTERS = 4 * Math.ceil(MAX_AVATAR_BYTES / 3);

/** The SHA-256 of an avatar's bytes in hex: its name for ever. */
export const avatarSha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A finished avatar: base64 on the bus, the bytes of a WebP file in code. */
export const avatarImage = z
  .codec(z.base64().max(MAX_BASE64_CHARACTERS), z.instanceof(Uint8Array), {
    decode: (text) => z.util.base64ToUint8Array(text),
    encode: (bytes) => z.util.uint8ArrayToBase64(bytes),
  })
  .refine((bytes) => bytes.length <= MAX_AVATAR_BYTES && isWebp(bytes), 'must be a WebP of at most 64 KiB');

/** RIFF, a length, WEBP. */
function isWebp(bytes: Uint8Array): boolean {
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  return text(0) === 'RIFF' && text(8) === 'WEBP';
}
