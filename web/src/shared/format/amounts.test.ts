import { parseLike } from '@likewell/contracts/core/money';
import { describe, expect, it } from 'vitest';
import { formatExact, formatTokens, readNano } from './amounts';

const like = (text: string) => {
  const nano = parseLike(text);
  if (nano === null) throw new Error(`${text} is no amount`);
  return nano;
};

describe('token display (spec, section 5)', () => {
  it.each([
    ['1000', '1K'],
    ['1234.56', '1.2K'],
    ['1250', '1.3K'],
    ['45678', '45.7K'],
    ['1500000', '1.5M'],
    ['120000000', '120M'],
  ])(
    '%s, from 1000 on, is compact with one decimal: %s [5.token-display] [9.compact-format]',
    (amount, text) => {
      expect(formatTokens(like(amount))).toBe(text);
    },
  );

  it.each([
    ['98.5', '98.50'],
    ['101.05', '101.05'],
    ['0.000001', '0'],
    ['0.005', '0.01'],
    ['12.345', '12.35'],
    ['999.99', '999.99'],
  ])('%s, below 1000, has two decimals: %s', (amount, text) => {
    expect(formatTokens(like(amount))).toBe(text);
  });

  it.each([
    ['100', '100'],
    ['0', '0'],
    ['7.000001', '7'],
  ])('%s loses a trailing .00: %s', (amount, text) => {
    expect(formatTokens(like(amount))).toBe(text);
  });

  it('never shows 1000 of what rounds up to it', () => {
    expect(formatTokens(like('999.999'))).toBe('1K');
  });
});

describe('exact amounts', () => {
  it('are floored to 6 decimals (spec, section 5) [5.tip-balance] [5.six-decimals] [9.token-decimals]', () => {
    expect(formatExact(98_500_000_999n)).toBe('98.5');
    expect(formatExact(1_999n)).toBe('0.000001');
    expect(formatExact(999n)).toBe('0');
  });

  it('stay exact where a float would not', () => {
    expect(formatExact(like('999999999.999999'))).toBe('999999999.999999');
    expect(formatExact(like('8.2'))).toBe('8.2');
  });

  it('read a text that is no amount as nothing rather than throwing', () => {
    expect(readNano('')).toBe(0n);
    expect(readNano('12.5')).toBe(0n);
    expect(readNano('1500000000')).toBe(1_500_000_000n);
  });
});
