import fc from 'fast-check';
import { nano } from '@likewell/contracts/core/money-schema';
import { z } from 'zod';
import { CursorCodec } from './cursor.js';

const key = z.object({ likesSumNano: nano, postId: z.int() });
const keys = fc.record({
  likesSumNano: fc.bigInt({ min: 0n, max: 10n ** 29n }),
  postId: fc.maxSafeInteger(),
});
const SECRET = 'a secret for cursors of the tests alone';
const best = new CursorCodec(SECRET, 'best', key);
const rejected = expect.objectContaining({ code: 'INVALID_CURSOR' }) as Error;

describe('a cursor', () => {
  it('brings its key back', () => {
    fc.assert(
      fc.property(keys, (value) => {
        expect(best.decode(best.encode(value))).toEqual(value);
      }),
    );
  });

  it('fits into an address of a page', () => {
    fc.assert(
      fc.property(keys, (value) => {
        expect(best.encode(value)).toMatch(/^[\w-]{1,300}$/);
      }),
    );
  });

  it.each([
    ['empty', ''],
    ['far too short', 'AA'],
    ['shorter than its signature', 'A'.repeat(21)],
    ['nothing but a signature', 'A'.repeat(22)],
    ['huge', 'A'.repeat(1_000_000)],
    ['no base64', '💛 ../../etc/passwd\0%00'],
    ['a padded one', '===='],
  ])('that is %s is rejected as INVALID_CURSOR', (_, text) => {
    expect(() => best.decode(text)).toThrow(rejected);
  });

  it('of another list, another secret or another kind of key is rejected', () => {
    const value = { likesSumNano: 5n, postId: 7 };
    const foreign = [
      new CursorCodec(SECRET, 'best:day', key).encode(value),
      new CursorCodec(SECRET, '', key).encode(value),
      new CursorCodec(`${SECRET}!`, 'best', key).encode(value),
      new CursorCodec(SECRET, 'best', z.object({ postId: z.int() })).encode({ postId: 7 }),
      new CursorCodec(SECRET, 'best', z.string()).encode('7'),
    ];
    for (const cursor of foreign) expect(() => best.decode(cursor)).toThrow(rejected);
  });

  it('of a list whose name begins alike cannot lend it the rest of its name', () => {
    const count = z.int();
    const long = Buffer.from(new CursorCodec(SECRET, 'best', count).encode(123), 'base64url');
    const lent = Buffer.concat([long.subarray(0, 16), long.subarray(17)]).toString('base64url');
    expect(() => new CursorCodec(SECRET, 'best1', count).decode(lent)).toThrow(rejected);
  });

  it('that was truncated anywhere is rejected', () => {
    fc.assert(
      fc.property(keys, fc.nat(), (value, at) => {
        const cursor = best.encode(value);
        expect(() => best.decode(cursor.slice(0, at % cursor.length))).toThrow(rejected);
      }),
    );
  });

  it('of which any bit was changed is rejected', () => {
    fc.assert(
      fc.property(keys, fc.nat(), fc.integer({ min: 0, max: 7 }), (value, at, bit) => {
        const bytes = Buffer.from(best.encode(value), 'base64url');
        const index = at % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
        expect(() => best.decode(bytes.toString('base64url'))).toThrow(rejected);
      }),
    );
  });

  it('that somebody made up is rejected, and never ends in any other error', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String({ maxLength: 400 }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(() => best.decode(text)).toThrow(rejected);
      }),
    );
  });
});
