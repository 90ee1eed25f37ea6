import { describe, expect, it } from 'vitest';
import { approximateUsd, formatUsd, priceText } from './prices';

describe('the price (spec, section 5)', () => {
  it.each([
    [1, '$1.00'],
    [12.345, '$12.35'],
    [1234.5, '$1,234.50'],
    [0.5, '$0.50'],
    [0.1, '$0.10'],
    [0.126, '$0.13'],
  ])('of %d has 2 decimals: %s [5.price]', (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });

  it.each([
    [0.0124, '$0.0124'],
    [0.05, '$0.0500'],
    [0.0999, '$0.0999'],
    [0.09996, '$0.10'],
    [0.000123456, '$0.000123'],
    [0.000000001, '$0.00000000100'],
  ])('of %d, which is very small, has more significant digits: %s', (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });

  it("reads 'N/A' where it is not known, and keeps its line while it is asked [2.wallet-price-na]", () => {
    expect([priceText(null), priceText(undefined), priceText(0.5)]).toEqual(['N/A', '\u00A0', '$0.50']);
  });
});

it('what an amount is worth is said for a glance', () => {
  expect(approximateUsd(100_000_000_000n, 0.0124)).toBe('$1.24');
  expect(approximateUsd(5_000_000_000n, 0.0125)).toBe('$0.06');
  expect(approximateUsd(1_000n, 0.0124)).toBe('$0.0000000124');
  expect(approximateUsd(0n, 0.0124)).toBe('$0.00');
  expect(approximateUsd(1_000_000_000_000_000_000n, 2)).toBe('$2,000,000,000.00');
});
