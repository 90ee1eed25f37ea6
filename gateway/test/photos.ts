import sharp from 'sharp';
import { crc32, deflateSync } from 'node:zlib';

/**
 * Builds a PNG by hand that no library would write: grey, or with 16 bits for each color and transparency.
 */
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

function pngChunk(type: string, data: Buffer): Buffer {
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

/** Returns a JPEG of exactly `bytes` bytes: a photo with a comment in it. */
export async function jpegOfBytes(bytes: number): Promise<Buffer> {
  const jpeg = await halves().jpeg().toBuffer();
  let missing = bytes - jpeg.length;
  const comments: Buffer[] = [];
  while (missing > 0) {
    const size = missing <= 65_537 ? missing : Math.min(65_537, missing - 4);
    const comment = Buffer.alloc(size, 'x');
    comment.set([0xff, 0xfe]);
    comment.writeUInt16BE(size - 2, 2);
    comments.push(comment);
    missing -= size;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]);
}
