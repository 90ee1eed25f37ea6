/**
 * Returns the first `length` characters followed by `…`, without spaces before it; null when the text is no
 * longer than that (spec, section 2).
 */
export function truncate(text: string, length: number): string | null {
  // Code points rather than UTF-16 units, so that no emoji is cut in half.
  const characters = text.length > length ? Array.from(text) : [];
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : null;
}
