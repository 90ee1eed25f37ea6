import { PAGE_SIZE } from '@likewell/contracts/core/page';

/** What the texts of a page may weigh, so that its message stays well under 512 KiB. */
const MAX_TEXT_BYTES = 400 * 1024;

/** How many of these posts make a page: one of very long texts ends early instead of growing too big for the bus. */
export function countFitting(posts: readonly { body: string }[]): number {
  let bytes = 0;
  const tooMany = posts.slice(0, PAGE_SIZE).findIndex(({ body }) => {
    bytes += Buffer.byteLength(JSON.stringify(body));
    return bytes > MAX_TEXT_BYTES;
  });
  return tooMany === -1 ? PAGE_SIZE : Math.max(1, tooMany);
}
