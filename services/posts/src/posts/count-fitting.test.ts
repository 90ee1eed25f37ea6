import { cutPage, ROWS_TO_READ } from '@likewell/contracts/core/page';
import { countFitting } from './count-fitting.js';

const rows = (count: number, body: string) => Array.from({ length: count }, (_, id) => ({ id, body }));
const cursorOf = ({ id }: { id: number }) => `after ${id}`;

describe('a page of posts', () => {
  it('loses no post when long texts fill a message, and stays under 512 KiB', () => {
    const all = rows(ROWS_TO_READ * 2, '字'.repeat(10_000));
    const seen: number[] = [];
    for (let start = 0; start < all.length;) {
      const posts = all.slice(start, start + ROWS_TO_READ);
      const page = cutPage(posts, cursorOf, countFitting(posts));
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(512 * 1024);
      seen.push(...page.items.map((item) => item.id));
      start += page.items.length;
      if (page.nextCursor === null) break;
    }
    expect(seen).toEqual(all.map((item) => item.id));
  });

  it('holds at least one post, however long', () => {
    expect(countFitting(rows(3, 'x'.repeat(1_000_000)))).toBe(1);
  });

  it('of short texts is a full one', () => {
    expect(countFitting(rows(ROWS_TO_READ, 'x'))).toBe(20);
  });
});
