/** The number that an address names a post by; NaN for anything that is none. */
export function readPostId(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : NaN;
}
