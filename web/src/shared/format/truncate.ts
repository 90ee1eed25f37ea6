/** The first `length` characters with `…`, or null when the text has no more than that (spec, section 2). */
export function truncate(text: string, length: number): string | null {
  // Code points rather than UTF-16 units, so that no emoji is cut in half.
  const characters = text.length > length ? Array.from(text) : [];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : null;
}
