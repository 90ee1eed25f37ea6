import { dollars, VERY_SMALL } from '../../shared/format/prices';

/**
 * Returns a format for a list of prices, with as many decimals as the lowest of them needs, and that number.
 */
export function usdWithDecimals(lowest: number): { decimals: number; format: (usd: number) => string } {
  const decimals = lowest < VERY_SMALL ? 2 - Math.floor(Math.log10(lowest)) : 2;
  const digits = dollars({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return { decimals, format: (usd) => digits.format(usd) };
}
