import { PAGE_SIZE } from '@likewell/contracts/core/page';

/** The most bytes of text on a page, so that its message stays well under 512 KiB. */
const MAX_TEXT_BYTES = 400 * 1024;

/**
 * Returns how many of these posts make a page. A page of very long texts has fewer posts, so that it fits
 * into a message.
 */
export function countFitting(posts: readonly { body: string }[]): number {
  let bytes = 0;
  const tooMany = posts.slice(0, PAGE_SIZE).findIndex(({ body }) => {
    bytes += Buffer.byteLength(JSON.stringify(body));
    return bytes > MAX_TEXT_BYTES;
  });
  return tooMany === -1 ? PAGE_SIZE : Math.max(1, tooMany);
}
