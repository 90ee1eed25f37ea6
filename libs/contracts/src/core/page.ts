import { z } from 'zod';
import { commonErrors } from './common-errors.js';

/** Items on a page of any list. */
export const PAGE_SIZE = 20;

/** An opaque keyset cursor as a client sends it back; null or absent requests the first page. */
export const cursor = z
  .string(commonErrors.INVALID_CURSOR.message)
  .min(1, commonErrors.INVALID_CURSOR.message)
  .max(300, commonErrors.INVALID_CURSOR.message);

/** A page of `item`s; `nextCursor` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** A page in code. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Number of rows that a list reads: one more than a page shows whether another page follows. */
export const ROWS_TO_READ = PAGE_SIZE + 1;

/** Makes a page of the first `count` rows; its cursor is that of its last row if more rows follow. */
export function cutPage<Row>(
  rows: readonly Row[],
  cursorOf: (last: Row) => string,
  count = PAGE_SIZE,
): Page<Row> {
  const items = rows.slice(0, count);
  const last = items.at(-1);
  return { items, nextCursor: last !== undefined && items.length < rows.length ? cursorOf(last) : null };
}
