import { MAX_PHOTO_BYTES } from '../../shared/config/limits';

const TYPES = ['image/png', 'image/jpeg'];
export const ACCEPTED_PHOTOS = TYPES.join(',');

/**
 * Returns true for a file that may become an avatar, as far as the browser can tell; the server checks its
 * content (spec, section 5).
 */
export function isAcceptablePhoto({ type, size }: File): boolean {
  return TYPES.includes(type) && size <= MAX_PHOTO_BYTES;
}

/** The first bytes of a PNG and of a JPEG. */
const BEGINNINGS = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];

/**
 * Checks the content of a file, which may only be named like a picture: a `picture`, a `broken` one, or
 * `another` kind of file.
 */
export async function lookInside(photo: File): Promise<'picture' | 'broken' | 'another'> {
  if (typeof createImageBitmap !== 'function') return 'picture';
  try {
    (await createImageBitmap(photo)).close();
    return 'picture';
  } catch {
    const bytes = new Uint8Array(await photo.slice(0, 4).arrayBuffer());
    const isBroken = BEGINNINGS.some((beginning) => beginning.every((byte, at) => bytes[at] === byte));
    return isBroken ? 'broken' : 'another';
  }
}

/** Returns the photo as an address that an image can show; null when it cannot be read. */
export function readAsAddress(photo: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(photo);
  });
}
