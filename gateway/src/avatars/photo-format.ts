export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
/** Size of a PNG chunk without its data: length, type and checksum. */
const CHUNK_FRAME_BYTES = 12;
const JPEG_START_OF_SCAN = Buffer.from([0xff, 0xda]);
/** Progressive JPEGs of programs have up to a dozen scans. */
const MAX_SCANS = 64;

/** Returns the format that the first bytes of a file indicate; its name and its declared type are ignored. */
export function photoFormat(bytes: Buffer): 'png' | 'jpeg' | null {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png';
  if (bytes.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) return 'jpeg';
  return null;
}

/**
 * Tells whether a PNG is complete, not animated, and nothing but a PNG: its chunks fill the file to the last
 * byte. (Data that phones append to their JPEGs is lost when the avatar is made from the photo.)
 */
export function isPlainPng(bytes: Buffer): boolean {
  for (const { type, end } of pngChunks(bytes)) {
    if (type === 'acTL') return false;
    if (type === 'IEND') return end === bytes.length;
  }
  return false;
}

/** Yields the chunks of a PNG in their order; the last may say that it ends (`end`) behind the last byte. */
export function* pngChunks(bytes: Buffer): Generator<{ type: string; start: number; end: number }> {
  let start = PNG_SIGNATURE.length;
  while (start + CHUNK_FRAME_BYTES <= bytes.length) {
    const end = start + CHUNK_FRAME_BYTES + bytes.readUInt32BE(start);
    yield { type: bytes.toString('latin1', start + 4, start + 8), start, end };
    start = end;
  }
}

/**
 * Tells whether a JPEG has more scans than programs make: each costs a decoder up to 10 ms, and 2,600 go into 190 KB.
 * All that looks like the start of a scan counts, so that none can be hidden; appended data has hardly any.
 */
export function hasTooManyScans(bytes: Buffer): boolean {
  let found = -1;
  for (let scans = 0; scans <= MAX_SCANS; scans += 1) {
    found = bytes.indexOf(JPEG_START_OF_SCAN, found + 1);
    if (found === -1) return false;
  }
  return true;
}
