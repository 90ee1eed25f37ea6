// @ts-check

/** @param {number[]} values */
export function quantiles(values) {
  const sorted = Float64Array.from(values).sort();
  const at = (/** @type {number} */ share) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/**
 * Returns the median; of two middle ones the greater.
 * @template T
 * @param {readonly T[]} found
 * @param {(each: T) => number} of value by which they are sorted
 * @returns {T | undefined}
 */
export const median = (found, of) => [...found].sort((a, b) => of(a) - of(b))[found.length >> 1];
