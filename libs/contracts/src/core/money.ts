/** Nano-LIKE in one LIKE: the ledger's unit is 10⁻⁹ LIKE, so that every tip splits 70/20/10 exactly. */
export const NANO_PER_LIKE = 1_000_000_000n;

/** Decimals of the token on chain and in typed amounts (spec, section 5). */
export const LIKE_DECIMALS = 6;

/** The whole supply, one billion LIKE (spec, section 9); no amount is ever larger. */
export const MAX_NANO = 1_000_000_000n * NANO_PER_LIKE;

/** Nano-LIKE in the smallest unit of the chain. */
export const NANO_PER_BASE_UNIT = 1000n;
const AMOUNT_TEXT = /^(?:0|[1-9]\d{0,9})(?:\.\d{1,6})?$/;

/**
 * Reads a decimal amount of LIKE, such as `1.5`, as nano-LIKE.
 * Returns null for anything but a plain decimal of at most 6 places that lies within the supply.
 */
export function parseLike(text: string): bigint | null {
  if (!AMOUNT_TEXT.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  const nano = BigInt(whole) * NANO_PER_LIKE + BigInt(fraction.padEnd(9, '0'));
  return nano <= MAX_NANO ? nano : null;
}

/** Formats nano-LIKE as a decimal text of LIKE with up to 9 decimals, e.g. `1500000000n` → `1.5`. */
export function formatLike(nano: bigint): string {
  const sign = nano < 0n ? '-' : '';
  const magnitude = nano < 0n ? -nano : nano;
  const fraction = (magnitude % NANO_PER_LIKE).toString().padStart(9, '0').replace(/0+$/, '');
  const whole = (magnitude / NANO_PER_LIKE).toString();
  return sign + (fraction === '' ? whole : `${whole}.${fraction}`);
}

/**
 * Converts nano-LIKE to a number of LIKE for people, floored to 6 decimals. The exact value is sent beside it
 * as text; this one is for display and is never read back as money.
 */
export function likeNumber(nano: bigint): number {
  const remainder = nano % NANO_PER_BASE_UNIT;
  const floored = nano - (remainder < 0n ? remainder + NANO_PER_BASE_UNIT : remainder);
  return Number(formatLike(floored));
}
