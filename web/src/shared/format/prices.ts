import { formatLike } from '@likewell/contracts/core/money';

const dollars = (digits: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...digits });
const cents = dollars({});
const significant = dollars({ minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

/** Below this, which rounds to 0.1, two decimals would leave fewer than two digits of a price. */
const VERY_SMALL = 0.09995;

/** US dollars with 2 decimals, or more significant digits where they are very few (spec, section 5). */
export function formatUsd(usd: number): string {
  return usd > 0 && usd < VERY_SMALL ? significant.format(usd) : cents.format(usd);
}

/** Prices side by side, all with as many decimals as the lowest of them takes, and how many those are. */
export function usdWithDecimals(lowest: number): { decimals: number; format: (usd: number) => string } {
  const decimals = lowest < VERY_SMALL ? 2 - Math.floor(Math.log10(lowest)) : 2;
  const digits = dollars({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return { decimals, format: (usd) => digits.format(usd) };
}

/** What an amount is worth at a price, for a glance, to the cent where that says anything: money is never calculated like this. */
export function approximateUsd(nano: bigint, price: number): string {
  const usd = Number(formatLike(nano)) * price;
  return usd >= 0.01 ? cents.format(usd) : formatUsd(usd);
}

/** A price as the page says it; 'N/A' where it is not known (spec, section 2), nothing while it is asked. */
export const priceText = (price: number | null | undefined): string =>
  price === undefined ? '\u00A0' : price === null ? 'N/A' : formatUsd(price);
