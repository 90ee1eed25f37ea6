import { MAX_PHOTO_BYTES } from '../../shared/config/limits';

const TYPES = ['image/png', 'image/jpeg'];
export const ACCEPTED_PHOTOS = TYPES.join(',');

/** True for what may become an avatar, as far as the browser can tell; the server looks inside (spec, section 5). */
export function isAcceptablePhoto({ type, size }: File): boolean {
  return TYPES.includes(type) && size <= MAX_PHOTO_BYTES;
}

/** True where the browser can draw it, or cannot tell: a file may only be named like a picture. */
export async function isPicture(photo: File): Promise<boolean> {
  if (typeof createImageBitmap !== 'function') return true;
  try {
    (await createImageBitmap(photo)).close();
    return true;
  } catch {
    return false;
  }
}

/** The photo as an address that an image can show; null when it cannot be read. */
export function readAsAddress(photo: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(photo);
  });
}
