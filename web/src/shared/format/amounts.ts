import { formatLike, NANO_PER_BASE_UNIT, NANO_PER_LIKE } from '@likewell/contracts/core/money';

const NANO_PER_CENT = NANO_PER_LIKE / 100n;
const COMPACT_FROM = 1000n * NANO_PER_LIKE;

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** An amount for a glance (spec, section 5): `1.2K` from 1000, else two decimals without a trailing `.00`. */
export function formatTokens(nano: bigint): string {
  const cents = (nano + NANO_PER_CENT / 2n) / NANO_PER_CENT;
  const rounded = cents * NANO_PER_CENT;
  if (rounded >= COMPACT_FROM)
    return compact.format(Number(formatLike(nano >= COMPACT_FROM ? nano : rounded)));
  const fraction = (cents % 100n).toString().padStart(2, '0');
  return fraction === '00' ? `${cents / 100n}` : `${cents / 100n}.${fraction}`;
}

/** An amount to the last decimal that can be sent, floored to 6 decimals: `98.5`. */
export function formatExact(nano: bigint): string {
  return formatLike(floorToDecimals(nano));
}

/** Nano-LIKE without what lies below the 6th decimal. */
export const floorToDecimals = (nano: bigint): bigint => nano - (nano % NANO_PER_BASE_UNIT);

/** Nano-LIKE from the server's exact text; nothing when it is no such text. */
export const readNano = (text: string): bigint => (/^\d+$/.test(text) ? BigInt(text) : 0n);
