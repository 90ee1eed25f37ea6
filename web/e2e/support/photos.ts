import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content) >>> 0);
  return Buffer.concat([length, content, checksum]);
}

/** Makes a PNG of one color, 64 pixels square; `bytes` pads it to exactly that size. */
export function pngPhoto([red, green, blue]: [number, number, number], bytes?: number): Buffer {
  const size = 64;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const row = [0, ...Array.from({ length: size }, () => [red, green, blue]).flat()];
  const pixels = Buffer.from(Array.from({ length: size }, () => row).flat());
  const parts = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  const filled = Buffer.concat(parts).length + 12;
  if (bytes !== undefined) parts.splice(2, 0, chunk('teSt', Buffer.alloc(bytes - filled)));
  return Buffer.concat(parts);
}
