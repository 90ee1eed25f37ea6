// @ts-check
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOR = 2;

/**
 * A picture as a PNG file (RFC 2083): eight bits a channel, no interlace, no filter.
 * @param {number} size its width and height
 * @param {Uint8Array} rgb three bytes a pixel, row by row
 * @returns {Buffer<ArrayBuffer>}
 */
export function encodePng(size, rgb) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, TRUE_COLOR, 0, 0, 0], 8);
  const stride = size * 3;
  const rows = Buffer.alloc(size * (stride + 1));
  for (let y = 0; y < size; y += 1)
    rows.set(rgb.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
