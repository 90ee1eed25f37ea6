import { formatLike, NANO_PER_BASE_UNIT, NANO_PER_LIKE } from '@likewell/contracts/core/money';

const NANO_PER_CENT = NANO_PER_LIKE / 100n;
const COMPACT_FROM = 1000n * NANO_PER_LIKE;

/** The format of a number that need not be exact: `1.2K` from 1000. */
export const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Formats a rounded amount (spec, section 5): `1.2K` from 1000, otherwise two decimals
 * without a trailing `.00`.
 */
export function formatTokens(nano: bigint): string {
  const cents = (nano + NANO_PER_CENT / 2n) / NANO_PER_CENT;
  const rounded = cents * NANO_PER_CENT;
  if (rounded >= COMPACT_FROM)
    return compact.format(Number(formatLike(nano >= COMPACT_FROM ? nano : rounded)));
  const fraction = (cents % 100n).toString().padStart(2, '0');
  return fraction === '00' ? `${cents / 100n}` : `${cents / 100n}.${fraction}`;
}

/** Formats an amount with all decimals that can be sent, floored to 6 decimals: `98.5`. */
export function formatExact(nano: bigint): string {
  return formatLike(floorToDecimals(nano));
}

/** Returns nano-LIKE floored to 6 decimals of LIKE. */
export const floorToDecimals = (nano: bigint): bigint => nano - (nano % NANO_PER_BASE_UNIT);

/** Returns nano-LIKE from the server's exact text; 0 for any other text. */
export const readNano = (text: string): bigint => (/^\d+$/.test(text) ? BigInt(text) : 0n);
