/** Returns the post id in an address; NaN for any other text. */
export function readPostId(text: string | undefined): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : NaN;
}
