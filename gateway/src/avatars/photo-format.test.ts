import fc from 'fast-check';
import { deflateSync, crc32 } from 'node:zlib';
import { hasTooManyScans, isPlainPng, photoFormat } from './photo-format.js';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content) >>> 0);
  return Buffer.concat([length, content, checksum]);
}

const header = chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex'));
const data = chunk('IDAT', deflateSync(Buffer.from([0, 0])));
const end = chunk('IEND', Buffer.alloc(0));
const plain = Buffer.concat([SIGNATURE, header, data, end]);

describe('photoFormat', () => {
  it.each([
    ['png', plain],
    ['jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    [null, Buffer.from('GIF89a\x01\x00\x01\x00')],
    [null, Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ')],
    [null, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [null, Buffer.from('<html>')],
    [null, Buffer.from('BM')],
    [null, Buffer.from(' \x89PNG\r\n\x1a\n', 'latin1')],
    [null, Buffer.alloc(0)],
  ])('says %s by the first bytes alone', (format, bytes) => {
    expect(photoFormat(bytes)).toBe(format);
  });
});

describe('isPlainPng', () => {
  it('takes a PNG that ends where it says', () => {
    expect(isPlainPng(plain)).toBe(true);
  });

  it('rejects what something was appended to, what moves, and what is cut short anywhere', () => {
    expect(isPlainPng(Buffer.concat([plain, Buffer.from('PK\x03\x04')]))).toBe(false);
    const moving = [SIGNATURE, header, chunk('acTL', Buffer.alloc(8)), data, end];
    expect(isPlainPng(Buffer.concat(moving))).toBe(false);
    for (let length = 0; length < plain.length; length += 1) {
      expect(isPlainPng(plain.subarray(0, length))).toBe(false);
    }
  });

  it('comes to an end on anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (tail) => {
        expect(typeof isPlainPng(Buffer.concat([SIGNATURE, tail]))).toBe('boolean');
      }),
    );
  });
});

describe('hasTooManyScans', () => {
  const scan = Buffer.from('ffda0008010100000000', 'hex');
  const ofScans = (count: number) =>
    Buffer.concat([Buffer.from('ffd8', 'hex'), ...Array.from({ length: count }, () => scan)]);

  it('takes as many as programs make, and no more than 64', () => {
    for (const count of [0, 1, 12, 64]) expect(hasTooManyScans(ofScans(count))).toBe(false);
    for (const count of [65, 3000]) expect(hasTooManyScans(ofScans(count))).toBe(true);
  });
});
