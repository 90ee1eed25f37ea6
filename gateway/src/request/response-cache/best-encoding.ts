import type { Encoding } from './response-cache.js';

/** The best first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];
const ZERO = /^q=0(?:\.0*)?$/i;

/**
 * The best encoding that an `Accept-Encoding` names, unless with a quality of zero (RFC 9110, 12.5.3). Read part by part: one pattern for
 * the whole of it would go back over a long run of spaces from each of them.
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
