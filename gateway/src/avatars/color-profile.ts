import { inflateSync } from 'node:zlib';

/** Those of cameras and phones have a tenth of this; one APP2 segment of a JPEG holds twice as much. */
const MAX_PROFILE_BYTES = 32 * 1024;
/** Beginnings of the tags of look-up tables and of processing elements, ICC.1:2022, section 9.2. */
const TABLE_TAGS = ['A2B', 'D2B'];

const JPEG_HEAD = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

/**
 * Tells whether the data of an APP2 segment is a whole profile whose colors cost a decoder little: a matrix and curves,
 * as those of cameras, phones and screens are. A table or a chain of elements may cost it any time (ADR 0174).
 */
export const isPlainJpegProfile = (data: Buffer): boolean =>
  data.subarray(0, JPEG_HEAD.length).equals(JPEG_HEAD) && isPlain(data.subarray(JPEG_HEAD.length));

/** Does {@link isPlainJpegProfile} for the data of an iCCP chunk: a name, a zero, a method and what deflate packed. */
export function isPlainPngProfile(data: Buffer): boolean {
  try {
    const packed = data.subarray(data.indexOf(0) + 2);
    return isPlain(inflateSync(packed, { maxOutputLength: MAX_PROFILE_BYTES }));
  } catch {
    return false;
  }
}

const isPlain = (profile: Buffer) =>
  profile.length <= MAX_PROFILE_BYTES && !TABLE_TAGS.some((tag) => profile.includes(tag));
