import fc from 'fast-check';
import { formatLike, likeNumber, MAX_NANO, parseLike } from './money.js';
import { likeAmount, nano } from './money-schema.js';

describe('parseLike', () => {
  it.each([
    ['1', 1_000_000_000n],
    ['1.5', 1_500_000_000n],
    ['0.000001', 1000n],
    ['8.2', 8_200_000_000n],
    ['0', 0n],
    ['1000000000', MAX_NANO],
  ])('reads %s exactly', (text, expected) => {
    expect(parseLike(text)).toBe(expected);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '01',
    '.5',
    '1.',
    '1e3',
    '0x1',
    'NaN',
    'Infinity',
    '1.0000001',
    '1,5',
    '١',
    '1000000000.000001',
    '99999999999',
  ])('rejects %j', (text) => {
    expect(parseLike(text)).toBeNull();
  });

  it('reads the text of every number with six decimals exactly, where floats do not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 999_999 }),
        (whole, micro) => {
          const text = `${whole}.${micro.toString().padStart(6, '0')}`;
          const exact = BigInt(whole) * 1_000_000_000n + BigInt(micro) * 1000n;
          expect(parseLike(text)).toBe(exact);
          expect(parseLike(String(Number(text)))).toBe(exact);
        },
      ),
    );
  });
});

describe('formatLike', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [-1n, '-0.000000001'],
    [1_500_000_000n, '1.5'],
    [1_000_000_000n, '1'],
    [-20_000_000_000n, '-20'],
    [101_050_000_000n, '101.05'],
  ])('writes %s nano as %s, without a digit too many', (value, text) => {
    expect(formatLike(value)).toBe(text);
  });

  it('gives the exact decimal back for any amount of nano', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_NANO, max: MAX_NANO }), (value) => {
        const [whole = '', fraction = ''] = formatLike(value).replace('-', '').split('.');
        const magnitude = BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
        expect(value < 0n ? -magnitude : magnitude).toBe(value);
      }),
    );
  });
});

describe('likeNumber', () => {
  it('floors to six decimals and never rounds up', () => {
    expect(likeNumber(1_999_999_999n)).toBe(1.999999);
    expect(likeNumber(999n)).toBe(0);
    expect(likeNumber(-1n)).toBe(-0.000001);
    expect(likeNumber(101_050_000_000n)).toBe(101.05);
  });
});

describe('nano', () => {
  it('crosses JSON without losing a digit', () => {
    const value = 9_007_199_254_740_993n;
    expect(nano.decode(nano.encode(value))).toBe(value);
  });
});

describe('likeAmount', () => {
  it.each([1.5, '1.5', 0.000001, 1e3])('reads %j', (value) => {
    expect(likeAmount.safeDecode(value).success).toBe(true);
  });

  it.each([0, -0, -1, 0.0000001, Number.NaN, Number.POSITIVE_INFINITY, 1e21, '1e3', '', true, null, [1], {}])(
    'rejects %j with the sentence of the spec',
    (value) => {
      const result = likeAmount.safeDecode(value as never);
      expect(result.error?.issues.map((issue) => issue.message)).toEqual(['Invalid amount']);
    },
  );
});
