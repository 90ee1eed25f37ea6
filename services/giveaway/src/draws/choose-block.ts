import type { DrawBlock } from '@likewell/contracts/giveaway/proof';
import type { Boundary } from '../bitcoin/find-boundary.js';
import type { DrawWindow } from '../giveaways/calendar.js';

/**
 * Returns the block of a draw (ADR 0060): the first one after noon, or the last one before it when the first
 * one has a time after 13:30.
 */
export function chooseBlock({ before, after }: Boundary, window: DrawWindow): Omit<DrawBlock, 'sources'> {
  const kind = new Date(after.time) <= window.fallbackAt ? 'first-after' : 'fallback';
  const { height, hash } = kind === 'first-after' ? after : before;
  return { kind, height, hash, before, after };
}
