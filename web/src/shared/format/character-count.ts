/** Used share of the maximum length at which the count appears. */
const COUNT_FROM = 0.8;

/** Returns how much of its maximum length a text has used; undefined while it is far from it. */
export function characterCount(text: string, limit: number): string | undefined {
  const { length } = text.trim();
  return length < limit * COUNT_FROM ? undefined : `${length} of ${limit} characters`;
}
