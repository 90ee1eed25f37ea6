import type { BlockHeader } from '@likewell/contracts/giveaway/proof';
import { windowOf } from '../giveaways/calendar.js';
import { chooseBlock } from './choose-block.js';

const window = windowOf(new Date('2026-11-22T17:00:00Z'));
const header = (height: number, time: string): BlockHeader => ({
  height,
  time,
  hash: `${height}`.padStart(64, '0'),
  header: '0'.repeat(160),
});
const before = header(900_000, '2026-11-22T16:59:59Z');

describe('the block of a draw', () => {
  it.each([
    ['2026-11-22T17:00:01Z', 'first-after', 900_001],
    ['2026-11-22T18:30:00Z', 'first-after', 900_001],
    ['2026-11-22T18:30:01Z', 'fallback', 900_000],
  ])('with a first one after noon at %s is the %s', (time, kind, height) => {
    const after = header(900_001, time);
    const { hash } = height === after.height ? after : before;
    expect(chooseBlock({ before, after }, window)).toEqual({ kind, height, hash, before, after });
  });
});
