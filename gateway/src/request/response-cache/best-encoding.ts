import type { Encoding } from './response-cache.js';

/** Ordered from the best. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];
const ZERO = /^q=0(?:\.0*)?$/i;

/**
 * Returns the best encoding in an `Accept-Encoding`, ignoring those with a quality of zero (RFC 9110,
 * 12.5.3). The header is read part by part: one pattern for the whole text would backtrack over a long run of
 * spaces.
 */
export function bestEncoding(accepted: string): Encoding | undefined {
  const parts = accepted.split(',').map((part) => part.split(';').map((word) => word.trim()));
  return ENCODINGS.find((encoding) =>
    parts.some(([coding, ...parameters]) => {
      const isNamed = coding?.toLowerCase() === encoding;
      return isNamed && !parameters.some((parameter) => ZERO.test(parameter));
    }),
  );
}
