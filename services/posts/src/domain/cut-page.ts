import { PAGE_SIZE, type Page } from '@likewell/contracts/kernel/page';

/** What the texts of a page may weigh, so that its message stays well under 512 KiB (ARCHITECTURE, section 1). */
const MAX_TEXT_BYTES = 400 * 1024;

/**
 * Makes a page of rows that were read with one more than fits, to know whether another page follows. A
 * page of very long texts ends early instead of growing too big for the bus.
 */
export function cutPage<Item extends { body: string }>(
  rows: readonly Item[],
  cursorOf: (last: Item) => string,
): Page<Item> {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, PAGE_SIZE)) {
    bytes += Buffer.byteLength(JSON.stringify(row.body));
    if (items.length > 0 && bytes > MAX_TEXT_BYTES) break;
    items.push(row);
  }
  const last = items.at(-1);
  return { items, nextCursor: last && items.length < rows.length ? cursorOf(last) : null };
}

/** How many rows a list reads for {@link cutPage}. */
export const ROWS_TO_READ = PAGE_SIZE + 1;
