import type { BlockHeader, DrawBlock } from '@likewell/contracts/giveaway/proof';

/** A block is in time if its time is after noon and not after the time of the fallback. */
export interface BlockWindow {
  readonly noon: Date;
  readonly fallbackAt: Date;
}

/** The block of a draw, as one source shows it. */
export type ChosenBlock = Omit<DrawBlock, 'sources'>;

/** Bitcoin's rule: the time of a block is later than the median of the eleven before it. */
export const MEDIAN_OF = 11;

/**
 * Returns the block of a draw (ADR 0060): the lowest one with a time in the 90 minutes after noon. If there is
 * none, and no later block can have such a time either, it is the parent of the lowest one with a time after
 * noon. Null while neither is certain.
 * @param chain confirmed blocks, each the parent of the next one; the first of them is older than the draw
 */
export function chooseBlock(
  chain: readonly BlockHeader[],
  { noon, fallbackAt }: BlockWindow,
): ChosenBlock | null {
  const isAfterNoon = ({ time }: BlockHeader) => new Date(time) > noon;
  const isTooLate = ({ time }: BlockHeader) => new Date(time) > fallbackAt;
  const inTime = findWithParent(chain, (block) => isAfterNoon(block) && !isTooLate(block));
  if (inTime) return { kind: 'first-after', height: inTime.after.height, hash: inTime.after.hash, ...inTime };
  const isMedianTooLate = chain.slice(-MEDIAN_OF).filter(isTooLate).length > MEDIAN_OF / 2;
  const late = isMedianTooLate ? findWithParent(chain, isAfterNoon) : null;
  return late && { kind: 'fallback', height: late.before.height, hash: late.before.hash, ...late };
}

/** Returns the lowest block that matches, and its parent. */
function findWithParent(chain: readonly BlockHeader[], matches: (block: BlockHeader) => boolean) {
  const index = chain.findIndex(matches);
  const [before, after] = [chain[index - 1], chain[index]];
  return before && after ? { before, after } : null;
}
