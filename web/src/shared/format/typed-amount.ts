import { parseLike } from '@likewell/contracts/core/money';

/**
 * Returns the plain decimal of an amount as people type it: ` .5 `, `05` and `5.` are `0.5`, `5` and `5`. Text
 * that is no such amount keeps its meaning.
 */
export function plainAmount(text: string): string {
  return text
    .trim()
    .replace(/^0+(?=\d)/, '')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/^(\d+)\.$/, '$1');
}

/**
 * Reads a typed amount of LIKE as nano-LIKE. The contracts accept the plain decimal only. Returns null for any
 * other text, and for more than 6 decimals or the whole supply (spec, section 5).
 */
export const readTypedAmount = (text: string): bigint | null => parseLike(plainAmount(text));
