import { formatLike } from '@likewell/contracts/core/money';

/** Makes a format for US dollars. */
export const dollars = (digits: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...digits });
const cents = dollars({});
const significant = dollars({ minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

/** Prices below this, which rounds to 0.1, would have fewer than two significant digits in two decimals. */
export const VERY_SMALL = 0.09995;

/** Formats US dollars with 2 decimals, or with more digits for very small prices (spec, section 5). */
export function formatUsd(usd: number): string {
  return usd > 0 && usd < VERY_SMALL ? significant.format(usd) : cents.format(usd);
}

/**
 * Formats the approximate value of an amount, to the cent unless it is less; for display only, never for
 * calculations with money.
 */
export function approximateUsd(nano: bigint, price: number): string {
  const usd = Number(formatLike(nano)) * price;
  return usd >= 0.01 ? cents.format(usd) : formatUsd(usd);
}

/** Formats a price; 'N/A' when it is unknown (spec, section 2), a blank while it is loading. */
export const priceText = (price: number | null | undefined): string =>
  price === undefined ? '\u00A0' : price === null ? 'N/A' : formatUsd(price);
