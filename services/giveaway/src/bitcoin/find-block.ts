import type { BlockHeader } from '@likewell/contracts/giveaway/proof';
import { type BlockWindow, chooseBlock, type ChosenBlock, MEDIAN_OF } from './choose-block.js';
import type { Esplora, SourceBlock } from './esplora.js';

/** Number of confirmations, where the block itself is the first one. */
const CONFIRMATIONS = 6;

/**
 * The search begins with the eleven blocks whose median time is the last one that is more than six hours before
 * noon. Six of them are as old as that, so at most the highest five may have times after noon, where blocks come
 * slowly: a block's time is at most two hours ahead of the clock, and the blocks after it are not hours behind.
 */
const LOOK_BACK_SECONDS = 6 * 3600;

const BLOCKS_A_PAGE = 10;
/** Upper bound for the requests of one search, far above what any search needs. */
const MAX_REQUESTS = 400;

/**
 * Returns the block of a draw as one source shows it; null while there is none with 6 confirmations. Block
 * times sometimes decrease, so the blocks are read one by one from well before noon.
 */
export async function findBlock(source: Esplora, window: BlockWindow): Promise<ChosenBlock | null> {
  const tip = await source.tip();
  const reader = new ChainReader(source, tip);
  const newestConfirmed = tip - CONFIRMATIONS + 1;
  const recent = await reader.lowestWithMedianAfter(window.noon.getTime() / 1000 - LOOK_BACK_SECONDS);
  const chain: BlockHeader[] = [];
  for (let height = Math.max(0, recent - MEDIAN_OF); height <= newestConfirmed; height += 1) {
    const block = await reader.at(height);
    const parent = chain.at(-1);
    if (parent && parent.hash !== block.previousHash) throw new Error('the blocks are no chain');
    // Only wrong median times lead there.
    if (!parent && new Date(block.time) > window.noon) throw new Error('the search begins after noon');
    chain.push(headerIn(block));
    const chosen = chooseBlock(chain, window);
    if (chosen) return chosen;
  }
  return null;
}

const headerIn = ({ height, hash, header, time }: SourceBlock): BlockHeader => ({
  height,
  hash,
  header,
  time,
});

/** Reads the chain of one source by height, one page at a time. */
class ChainReader {
  private readonly known = new Map<number, SourceBlock>();
  private requests = 0;

  constructor(
    private readonly source: Esplora,
    private readonly tip: number,
  ) {}

  /** Returns the block at a height. The page that is fetched extends upwards from it, since callers go upwards too. */
  async at(height: number): Promise<SourceBlock> {
    if (!this.known.has(height)) await this.read(Math.min(height + BLOCKS_A_PAGE - 1, this.tip));
    return this.read(height);
  }

  /** Returns the lowest height whose median time is after `seconds`: jumps back first, then a binary search. */
  async lowestWithMedianAfter(seconds: number): Promise<number> {
    const isAfter = async (height: number) => (await this.read(height)).medianTime > seconds;
    if (!(await isAfter(this.tip))) return this.tip + 1;
    let [high, leap] = [this.tip, BLOCKS_A_PAGE];
    let low = -1;
    while (low < 0 && high > 0) {
      const next = Math.max(0, high - leap);
      if (await isAfter(next)) [high, leap] = [next, leap * 2];
      else low = next;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await isAfter(middle)) high = middle;
      else low = middle;
    }
    return high;
  }

  private async read(height: number): Promise<SourceBlock> {
    const known = this.known.get(height);
    if (known) return known;
    this.requests += 1;
    if (this.requests > MAX_REQUESTS) throw new Error('the search for the block takes too long');
    const blocks = await this.source.blocksFrom(height);
    for (const block of blocks) this.known.set(block.height, block);
    const [first] = blocks;
    if (first === undefined) throw new Error('there is no block');
    return first;
  }
}
