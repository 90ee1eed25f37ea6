const UPRIGHT = 1;
const ORIENTATION_TAG = 0x0112;
const SHORT_TYPE = 3;
const TIFF_VERSION = 42;
const ENTRY_BYTES = 12;

/**
 * Returns how the camera was held, 1 to 8, from a block of EXIF without its `Exif\0\0`; 1 where it does not say so
 * properly. Only the first directory is read, once from its start to its end, and no offset in it is followed.
 * EXIF 2.32, section 4.6.4; TIFF 6.0, section 2.
 */
export function exifOrientation(exif: Buffer): number {
  const littleEndian = exif.toString('latin1', 0, 2) === 'II';
  if (!littleEndian && exif.toString('latin1', 0, 2) !== 'MM') return UPRIGHT;
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length);
  const short = (offset: number) =>
    offset + 2 <= exif.length ? view.getUint16(offset, littleEndian) : undefined;
  const long = (offset: number) =>
    offset + 4 <= exif.length ? view.getUint32(offset, littleEndian) : undefined;

  const directory = long(4);
  if (short(2) !== TIFF_VERSION || directory === undefined) return UPRIGHT;
  const firstEntry = directory + 2;
  const end = Math.min(firstEntry + (short(directory) ?? 0) * ENTRY_BYTES, exif.length);
  for (let entry = firstEntry; entry < end; entry += ENTRY_BYTES) {
    if (short(entry) !== ORIENTATION_TAG) continue;
    const orientation = short(entry + 8);
    const isProper = short(entry + 2) === SHORT_TYPE && long(entry + 4) === 1;
    return isProper && orientation && orientation <= 8 ? orientation : UPRIGHT;
  }
  return UPRIGHT;
}
