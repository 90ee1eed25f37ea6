import { cutPage, ROWS_TO_READ } from './cut-page.js';

const rows = (count: number, body: string) => Array.from({ length: count }, (_, id) => ({ id, body }));
const cursorOf = ({ id }: { id: number }) => `after ${id}`;

describe('cutPage', () => {
  it('ends a full page where more follows', () => {
    const page = cutPage(rows(ROWS_TO_READ, 'x'), cursorOf);
    expect(page.items).toHaveLength(20);
    expect(page.nextCursor).toBe('after 19');
  });

  it('has no cursor on the last page, be it full or empty', () => {
    expect(cutPage(rows(20, 'x'), cursorOf).nextCursor).toBeNull();
    expect(cutPage(rows(0, 'x'), cursorOf)).toEqual({ items: [], nextCursor: null });
  });

  it('loses no post when long texts fill a message, and stays under 512 KiB', () => {
    const all = rows(ROWS_TO_READ * 2, '字'.repeat(10_000));
    const seen: number[] = [];
    for (let start = 0; start < all.length;) {
      const page = cutPage(all.slice(start, start + ROWS_TO_READ), cursorOf);
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(512 * 1024);
      seen.push(...page.items.map((item) => item.id));
      start += page.items.length;
      if (page.nextCursor === null) break;
    }
    expect(seen).toEqual(all.map((item) => item.id));
  });
});
