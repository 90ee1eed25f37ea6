import { describe, expect, it } from 'vitest';
import { plainAmount, readTypedAmount } from './typed-amount';

describe('a typed amount', () => {
  it.each([
    ['.5', '0.5'],
    ['05', '5'],
    ['5.', '5'],
    ['0.', '0'],
    ['00', '0'],
    ['00.25', '0.25'],
    ['05.', '5'],
    [' 2.5 ', '2.5'],
    ['0000000000001', '1'],
    ['10', '10'],
  ])("'%s' is the plain decimal %s", (typed, plain) => {
    expect(plainAmount(typed)).toBe(plain);
  });

  it('is read to the last decimal', () => {
    expect(readTypedAmount('.000001')).toBe(1000n);
    expect(readTypedAmount('0999999999.999999')).toBe(999_999_999_999_999_000n);
  });

  it.each(['', ' ', '.', '..5', '5..', '-.5', '-05', '+5', '1e1', '.5e1', '0x5', '1,5', '.0000001', '1 0'])(
    "'%s' is none",
    (typed) => {
      expect(readTypedAmount(typed)).toBeNull();
    },
  );
});
