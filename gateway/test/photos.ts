import sharp from 'sharp';
import { crc32, deflateSync } from 'node:zlib';

/** Builds a PNG by hand that no library would write: grey, or with 16 bits for each color and transparency. */
export function rawPng(
  { width, height, deep = false }: { width: number; height: number; deep?: boolean },
  pixels: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(deep ? [16, 6, 0, 0, 1] : [8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Builds a chunk of a PNG, with its length and its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content) >>> 0);
  return Buffer.concat([frame, content, checksum]);
}

export type Pixels = ReturnType<typeof sharp>;

/** A picture whose left half is red and whose right half is blue. */
export function halves(width = 400, height = 300): Pixels {
  const half = { width: width / 2, height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 },
  ]);
}

export type ByteOrder = 'II' | 'MM';
type ExifEntry = readonly [tag: number, type: number, count: number, value: number];

/** Builds a block of EXIF with one directory, whose entries hold their values themselves (in two bytes for type 3). */
export function exifBlock(entries: readonly ExifEntry[], byteOrder: ByteOrder = 'II'): Buffer {
  const block = Buffer.alloc(10 + entries.length * 12 + 4);
  const view = new DataView(block.buffer, block.byteOffset);
  const littleEndian = byteOrder === 'II';
  block.write(byteOrder);
  view.setUint16(2, 42, littleEndian);
  view.setUint32(4, 8, littleEndian);
  view.setUint16(8, entries.length, littleEndian);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const start = 10 + index * 12;
    view.setUint16(start, tag, littleEndian);
    view.setUint16(start + 2, type, littleEndian);
    view.setUint32(start + 4, count, littleEndian);
    if (type === 3) view.setUint16(start + 8, value, littleEndian);
    else view.setUint32(start + 8, value, littleEndian);
  }
  return block;
}

/** Builds a block of EXIF that says how the camera was held, after an entry that says something else. */
export const orientationBlock = (orientation: number, byteOrder?: ByteOrder) =>
  exifBlock(
    [
      [0x0103, 3, 1, 6],
      [0x0112, 3, 1, orientation],
    ],
    byteOrder,
  );

/**
 * Builds a block of EXIF all of whose entries say that a directory of another kind is where this one is. libexif reads
 * 3,000 of them three directories deep, which takes it hours.
 */
export function selfPointingBlock(): Buffer {
  const kinds = [0x8769, 0x8825, 0xa005];
  return exifBlock(Array.from({ length: 3000 }, (_, index) => [kinds[index % 3] ?? 0, 4, 1, 8]));
}

/** Builds a segment of a JPEG. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

export const exifSegment = (block: Buffer) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), block]));

/** Puts bytes behind the first marker of a JPEG. */
export const intoJpeg = (jpeg: Buffer, ...bytes: readonly Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...bytes, jpeg.subarray(2)]);

/** Puts chunks behind the header of a PNG. */
export const intoPng = (png: Buffer, ...chunks: readonly Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

/** Puts a color profile into a JPEG, in as many segments as it takes. */
export function profileIntoJpeg(jpeg: Buffer, profile: Buffer, segmentBytes = 65_519): Buffer {
  const count = Math.ceil(profile.length / segmentBytes);
  const segments = Array.from({ length: count }, (_, index) => {
    const part = profile.subarray(index * segmentBytes, (index + 1) * segmentBytes);
    return jpegSegment(
      0xe2,
      Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([index + 1, count]), part]),
    );
  });
  return intoJpeg(jpeg, ...segments);
}

/** Puts a color profile into a PNG. */
export const profileIntoPng = (png: Buffer, profile: Buffer): Buffer =>
  intoPng(
    png,
    pngChunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), deflateSync(profile, { level: 9 })])),
  );

/** Returns the profile with one more tag, ICC.1:2022, section 7.3. */
export function withTag(profile: Buffer, signature: string, data: Buffer): Buffer {
  const tags = profile.readUInt32BE(128);
  const tableEnd = 132 + 12 * tags;
  const head = Buffer.from(profile.subarray(0, tableEnd));
  head.writeUInt32BE(tags + 1, 128);
  for (let offset = 136; offset < tableEnd; offset += 12)
    head.writeUInt32BE(head.readUInt32BE(offset) + 12, offset);
  const entry = Buffer.from(`${signature}12345678`);
  entry.writeUInt32BE(profile.length + 12, 4);
  entry.writeUInt32BE(data.length, 8);
  const whole = Buffer.concat([head, entry, profile.subarray(tableEnd), data]);
  whole.writeUInt32BE(whole.length, 0);
  return whole;
}

/** Builds the data of a tag whose colors go through so many elements, all of them the same matrix (section 10.16). */
export function chainOfMatrices(count: number): Buffer {
  const chain = Buffer.alloc(16 + 8 * count + 60);
  const matrixStart = 16 + 8 * count;
  chain.write('mpet');
  for (const start of [8, matrixStart + 8]) for (const at of [start, start + 2]) chain.writeUInt16BE(3, at);
  chain.writeUInt32BE(count, 12);
  for (let at = 16; at < matrixStart; at += 8) {
    chain.writeUInt32BE(matrixStart, at);
    chain.writeUInt32BE(60, at + 4);
  }
  chain.write('matf', matrixStart);
  for (const at of [0, 16, 32]) chain.writeFloatBE(1, matrixStart + 12 + at);
  return chain;
}

const LEVELS = 14;

/** Builds a grey progressive JPEG of 8×8 pixels whose scans, 883 at most, each add a bit to one of its coefficients. */
export function jpegOfScans(count: number): Buffer {
  const onlyCode = [1, ...Array.from({ length: 15 }, () => 0), 0];
  const scans = Array.from({ length: count }, (_, index) => {
    const coefficient = Math.ceil(index / LEVELS);
    const level = LEVELS * coefficient - index;
    const levelBefore = coefficient === 0 ? 0 : (level + 1) % LEVELS;
    const scan = [1, 1, 0, coefficient, coefficient, (levelBefore << 4) | level];
    return Buffer.concat([jpegSegment(0xda, Buffer.from(scan)), Buffer.from([0x7f])]);
  });
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => 1)])),
    jpegSegment(0xc2, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    jpegSegment(0xc4, Buffer.from([0x00, ...onlyCode])),
    jpegSegment(0xc4, Buffer.from([0x10, ...onlyCode])),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Returns a JPEG of exactly `bytes` bytes: a photo with a comment in it. */
export async function jpegOfBytes(bytes: number): Promise<Buffer> {
  const jpeg = await halves().jpeg().toBuffer();
  let missing = bytes - jpeg.length;
  const comments: Buffer[] = [];
  while (missing > 0) {
    const size = missing <= 65_537 ? missing : Math.min(65_537, missing - 4);
    comments.push(jpegSegment(0xfe, Buffer.alloc(size - 4, 'x')));
    missing -= size;
  }
  return intoJpeg(jpeg, ...comments);
}
