import { z } from 'zod';
import { formatLike, MAX_NANO, parseLike } from './money.js';

/** Nano-LIKE on the wire: a decimal integer as text in JSON, a bigint in code. */
export const nano = z.codec(z.string().regex(/^-?\d{1,30}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => value.toString(),
});

/** {@link nano} that may not be negative. */
export const nonNegativeNano = nano.refine((value) => value >= 0n, 'must not be negative');

/** {@link nano} of a payment: above zero, at most the supply. */
export const positiveNano = nano.refine((value) => value > 0n && value <= MAX_NANO, 'must be positive');

/**
 * An amount of LIKE at the HTTP edge: a JSON number (or its decimal text) of at most 6 decimals in the
 * request, nano-LIKE in code. It is read from the number's decimal text, never through floating point.
 */
export const likeAmount = z.codec(
  z.union([z.number(), z.string().max(20, 'Invalid amount')], 'Invalid amount'),
  z.bigint(),
  {
    decode: (value, context) => {
      const parsed = parseLike(String(value));
      if (parsed !== null && parsed > 0n) return parsed;
      context.issues.push({ code: 'custom', input: value, message: 'Invalid amount' });
      return z.NEVER;
    },
    encode: (value) => Number(formatLike(value)),
  },
);
