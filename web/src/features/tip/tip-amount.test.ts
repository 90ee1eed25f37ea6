import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { describe, expect, it } from 'vitest';
import { DEFAULT_TIP, MIN_TIP, readTip, stepTip } from './tip-amount';

const balance = 98_500_000_000n;

describe('the amount of a tip (spec, section 5)', () => {
  it('is 1 at first, in steps of 0.000001', () => {
    expect(DEFAULT_TIP).toBe('1');
    expect(MIN_TIP).toBe('0.000001');
  });

  it.each(['0.000001', '1', '1.5', '98.5', '98.499999', ' 2 ', '.5', '05', '5.'])('%s is valid', (text) => {
    expect(readTip(text, balance)).not.toBeNull();
  });

  it.each([
    ['', 'nothing'],
    ['0', 'zero'],
    ['0.0000001', 'less than the minimum'],
    ['1.0000001', '7 decimals'],
    ['98.500001', 'more than the balance'],
    ['-1', 'negative'],
    ['1e1', 'another notation'],
    ['NaN', 'no number'],
    ['1,5', 'a comma'],
    ['١', 'another script'],
  ])('%s is invalid: %s', (text) => {
    expect(readTip(text, balance)).toBeNull();
  });

  it('is read exactly', () => {
    expect(readTip('8.2', balance)).toBe(8_200_000_000n);
  });
});

describe('the plus and minus buttons (spec, section 5)', () => {
  it('change the amount by 1', () => {
    expect(stepTip('1', 1, balance)).toBe('2');
    expect(stepTip('2.25', -1, balance)).toBe('1.25');
    expect(stepTip('.5', 1, balance)).toBe('1.5');
    expect(stepTip('05', -1, balance)).toBe('4');
  });

  it('stop at the minimum', () => {
    expect(stepTip('1', -1, balance)).toBe('0.000001');
    expect(stepTip('0.5', -1, balance)).toBe('0.000001');
  });

  it('stop at the balance, floored to 6 decimals', () => {
    expect(stepTip('98', 1, balance)).toBe('98.5');
    expect(stepTip('98', 1, 98_500_000_999n)).toBe('98.5');
  });

  it.each([
    ['5.1234567', -1, '4.123456'],
    ['50.5000001', 1, '51.5'],
    ['2000000000', 1, '98.5'],
    ['2000000000', -1, '98.5'],
  ] as const)('change an amount that is not valid too: %s by %i to %s', (text, direction, changed) => {
    expect(stepTip(text, direction, balance)).toBe(changed);
  });

  it.each(['', '.', '1e1', '-1'])("begin at nothing when the field holds no amount: '%s'", (text) => {
    expect(stepTip(text, 1, 10n * NANO_PER_LIKE)).toBe('1');
  });
});
