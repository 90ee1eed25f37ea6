import { cutPage, ROWS_TO_READ } from './page.js';

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const cursorOf = ({ id }: { id: number }) => `after ${id}`;

describe('cutPage', () => {
  it('ends a full page where more follows', () => {
    const page = cutPage(rows(ROWS_TO_READ), cursorOf);
    expect(page.items).toHaveLength(20);
    expect(page.nextCursor).toBe('after 19');
  });

  it('has no cursor on the last page, be it full or empty', () => {
    expect(cutPage(rows(20), cursorOf).nextCursor).toBeNull();
    expect(cutPage(rows(0), cursorOf)).toEqual({ items: [], nextCursor: null });
  });
});
