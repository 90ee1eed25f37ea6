import { isPlainJpegProfile, isPlainPngProfile } from './color-profile.js';
import { exifOrientation } from './exif-orientation.js';
import { photoFormat, PNG_SIGNATURE, pngChunks } from './photo-format.js';

/** The bytes of a photo from `start` to before `end`. */
interface Part {
  readonly holds: 'image' | 'exif';
  readonly start: number;
  readonly end: number;
}

const PNG_COLOR_CHUNKS = new Set(['tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'cICP']);

const SOI_BYTES = 2;
const EXIF_HEAD = Buffer.from('Exif\0\0');
/** Codes of the markers of a JPEG, ITU-T T.81, table B.1. */
const MARKER = { TEM: 0x01, RST0: 0xd0, EOI: 0xd9, SOS: 0xda, APP1: 0xe1, APP2: 0xe2 };
/** SOF0 to SOF15 with DHT and DAC among them, DQT, DRI, and what says how colors are coded: APP0 (JFIF), APP14 (Adobe). */
const IMAGE_MARKERS = new Set([...Array.from({ length: 16 }, (_, n) => 0xc0 + n), 0xdb, 0xdd, 0xe0, 0xee]);

/**
 * Returns of a PNG or JPEG only what its pixels and their colors are decoded from, and its EXIF orientation, 1 to 8.
 * What is cut short or garbled is left out without an error: the decoder then finds no image.
 *
 * libvips hands the EXIF to libexif, which may read a directory that points to itself for hours, and has no option
 * against it (libvips 8.18, libexif 0.6.26): ADR 0171. Of color profiles, only those that cost little go on: ADR 0174.
 */
export function stripMetadata(photo: Buffer): { bytes: Buffer; orientation: number } {
  const bytes = Buffer.alloc(photo.length);
  let length = 0;
  let orientation: number | undefined;
  for (const { holds, start, end } of photoFormat(photo) === 'png' ? pngParts(photo) : jpegParts(photo)) {
    if (holds === 'image') length += photo.copy(bytes, length, start, end);
    else orientation ??= exifOrientation(photo.subarray(start, end));
  }
  return { bytes: bytes.subarray(0, length), orientation: orientation ?? 1 };
}

function* pngParts(photo: Buffer): Generator<Part> {
  yield { holds: 'image', start: 0, end: PNG_SIGNATURE.length };
  let profiles = 0;
  for (const { type, start, end } of pngChunks(photo)) {
    const data = { start: start + 8, end: end - 4 };
    const isCritical = /^[A-Z]/.test(type);
    if (isCritical || PNG_COLOR_CHUNKS.has(type)) yield { holds: 'image', start, end };
    // Only the first is looked at: there may be one, and each takes time.
    if (type === 'iCCP' && (profiles += 1) === 1 && isPlainPngProfile(photo.subarray(data.start, data.end)))
      yield { holds: 'image', start, end };
    if (type === 'eXIf') yield { holds: 'exif', ...data };
  }
}

/**
 * A decoder skips what is between segments. It is left out here, so that nothing is left in which a decoder could find
 * a segment that was not found here.
 */
function* jpegParts(photo: Buffer): Generator<Part> {
  let end = SOI_BYTES;
  yield { holds: 'image', start: 0, end };
  for (;;) {
    const at = nextMarker(photo, end);
    const marker = photo[at];
    if (marker === undefined) return;
    if (marker === MARKER.SOS) {
      yield { holds: 'image', start: at - 1, end: photo.length };
      return;
    }
    end = at + 1;
    if (hasNoLength(marker)) continue;
    const data = at + 3;
    if (data > photo.length) return;
    end += photo.readUInt16BE(at + 1);
    if (end < data) return;
    const content = photo.subarray(data, end);
    if (IMAGE_MARKERS.has(marker) || (marker === MARKER.APP2 && isPlainJpegProfile(content))) {
      yield { holds: 'image', start: at - 1, end };
    }
    if (marker === MARKER.APP1 && content.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD)) {
      yield { holds: 'exif', start: data + EXIF_HEAD.length, end };
    }
  }
}

/** Returns where the next marker's code is, behind its 0xff bytes; the photo's length or more if there is none. */
function nextMarker(photo: Buffer, from: number): number {
  let at = from;
  do {
    at = photo.indexOf(0xff, at);
    if (at === -1) return photo.length;
    while (photo[at] === 0xff) at += 1;
  } while (photo[at] === 0);
  return at;
}

function hasNoLength(marker: number): boolean {
  return marker === MARKER.TEM || (marker >= MARKER.RST0 && marker <= MARKER.EOI);
}
