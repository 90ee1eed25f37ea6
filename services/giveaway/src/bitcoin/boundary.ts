import type { BlockHeader } from '@likewell/contracts/giveaway/proof';

/** The blocks around a noon on a chain: the lowest block with a time after it, and that block's parent. */
export interface Boundary {
  readonly before: BlockHeader;
  readonly after: BlockHeader;
}
