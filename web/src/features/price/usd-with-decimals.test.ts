import { expect, it } from 'vitest';
import { usdWithDecimals } from './usd-with-decimals';

it('prices side by side have as many decimals as the lowest of them takes', () => {
  const texts = (lowest: number, ...others: number[]) =>
    [lowest, ...others].map(usdWithDecimals(lowest).format);
  expect(texts(0.00721, 0.0223)).toEqual(['$0.00721', '$0.02230']);
  expect(texts(0.0118, 0.5)).toEqual(['$0.0118', '$0.5000']);
  expect(texts(3, 3.456)).toEqual(['$3.00', '$3.46']);
  expect(usdWithDecimals(1e-12).format(1e-12)).toBe('$0.00000000000100');
});
