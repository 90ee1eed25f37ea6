import type { BlockHeader } from '@likewell/contracts/giveaway/proof';

/** What a chain says about a noon: the lowest block with a time after it, and that block's parent. */
export interface Boundary {
  readonly before: BlockHeader;
  readonly after: BlockHeader;
}
