import type { BlockHeader } from '@likewell/contracts/giveaway/proof';
import { hex32 } from '@likewell/contracts/giveaway/giveaway';
import { type BlockWork, workOf } from '@likewell/contracts/core/proof-of-work';
import { boundedFetch } from '@likewell/service-kit/clients/bounded-fetch';
import { circuitBreaker, type CircuitBreaker } from '@likewell/service-kit/clients/circuit-breaker';
import { z } from 'zod';
import { hashOfHeader, headerOf } from './block-header.js';

/** A block as a source describes it; the header is built from that description, and hashed. */
export interface SourceBlock extends BlockHeader {
  readonly previousHash: string;
  /** Median time of the last eleven blocks, in seconds; used only as a hint where to search. */
  readonly medianTime: number;
}

const uint32 = z.int().min(0).max(0xff_ff_ff_ff);
const block = z.object({
  id: hex32,
  height: z.int().nonnegative().max(100_000_000),
  version: z.int().min(-0x80_00_00_00).max(0xff_ff_ff_ff),
  timestamp: uint32,
  mediantime: uint32,
  merkle_root: hex32,
  previousblockhash: hex32.nullish(),
  bits: uint32,
  nonce: uint32,
});
const page = z.array(block).min(1).max(25);
const tip = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const FIRST_HAS_NO_PARENT = '0'.repeat(64);

interface EsploraOptions {
  readonly timeoutMs: number;
  readonly restMs: number;
  readonly acceptsMadeUp: boolean;
  /** Cuts off all requests, those under way too. */
  readonly stopping: AbortSignal;
}

/** A client for an explorer of the Bitcoin chain with Esplora's HTTP API, such as https://blockstream.info/api. */
export class Esplora {
  /** The source's name in proofs: only its host, since the rest of the URL may contain a key. */
  readonly name: string;
  private readonly fetch: (url: string) => Promise<Response>;
  private readonly breaker: CircuitBreaker<[string], string>;
  private readonly acceptsMadeUp: boolean;

  constructor(
    private readonly base: string,
    { timeoutMs, restMs, acceptsMadeUp, stopping }: EsploraOptions,
  ) {
    this.name = new URL(base).host;
    this.acceptsMadeUp = acceptsMadeUp;
    const fetch = boundedFetch(timeoutMs);
    this.fetch = (url) => fetch(url, { signal: stopping });
    this.breaker = circuitBreaker((path: string) => this.read(path), { volume: 3, restMs });
  }

  /** Returns the height of the newest block. */
  async tip(): Promise<number> {
    return tip.parse((await this.breaker.fire('/blocks/tip/height')).trim());
  }

  /**
   * Returns about ten blocks from a height downwards, the highest first. Every header hashes to its block's
   * hash, and has proof of work, except where made-up blocks are accepted. Each block is the parent of the
   * one before it in the list.
   */
  async blocksFrom(height: number): Promise<SourceBlock[]> {
    const blocks = page.parse(JSON.parse(await this.breaker.fire(`/blocks/${height}`))).map(readBlock);
    for (const { hash, header } of blocks) this.rejectWithoutWork(workOf(hash, header));
    for (const [index, { height: found }] of blocks.entries()) {
      const child = blocks[index - 1];
      if (found !== height - index) throw new Error('the blocks of a page are not of their heights');
      if (child && child.previousHash !== blocks[index]?.hash) throw new Error('the blocks are no chain');
    }
    return blocks;
  }

  /** Stops the circuit breaker's timers. */
  close(): void {
    this.breaker.shutdown();
  }

  private rejectWithoutWork(work: BlockWork): void {
    if (work === 'missing') throw new Error('a block was not mined');
    if (work === 'made-up' && !this.acceptsMadeUp) throw new Error('a block is made up');
  }

  private async read(path: string): Promise<string> {
    const response = await this.fetch(this.base + path);
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    return response.text();
  }
}

function readBlock(described: z.output<typeof block>): SourceBlock {
  const previousHash = described.previousblockhash ?? FIRST_HAS_NO_PARENT;
  const header = headerOf({
    version: described.version,
    previousHash,
    merkleRoot: described.merkle_root,
    time: described.timestamp,
    bits: described.bits,
    nonce: described.nonce,
  });
  if (hashOfHeader(header) !== described.id) throw new Error('a header does not hash to its block');
  return {
    height: described.height,
    hash: described.id,
    header,
    time: new Date(described.timestamp * 1000).toISOString(),
    previousHash,
    medianTime: described.mediantime,
  };
}
