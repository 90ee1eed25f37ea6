import type { BlockHeader, DrawBlock } from '@likewell/contracts/giveaway/proof';
import type { DrawWindow } from './calendar.js';

/** What a chain says about a noon: the lowest block with a time after it, and that block's parent. */
export interface Boundary {
  readonly before: BlockHeader;
  readonly after: BlockHeader;
}

/**
 * The block of a draw (ARCHITECTURE, decision 17): the first one after noon; where that is of a time after 13:30,
 * the last one before it.
 */
export function chooseBlock({ before, after }: Boundary, window: DrawWindow): Omit<DrawBlock, 'sources'> {
  const kind = new Date(after.time) <= window.fallbackAt ? 'first-after' : 'fallback';
  const { height, hash } = kind === 'first-after' ? after : before;
  return { kind, height, hash, before, after };
}
