import type { DrawBlock, Postponement } from '@likewell/contracts/giveaway/proof';
import { CONFIG } from '@likewell/service-kit/config/config';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { GiveawayConfig } from '../config.js';
import type { BlockWindow, ChosenBlock } from './choose-block.js';
import { Esplora } from './esplora.js';
import { findBlock } from './find-block.js';

const MAX_REASON_CHARACTERS = 200;

/** The block of a draw that all sources name, or the reason why there is none. */
export type Agreement =
  | { readonly block: DrawBlock }
  | {
      readonly block: null;
      readonly reason: Postponement['reason'];
      readonly said: Postponement['said'];
    };

interface SourceResponse {
  readonly source: string;
  readonly block: ChosenBlock | null;
  /** The source's result as text. */
  readonly answer: string;
}

/** All configured sources together: a block counts only when every one of them names it. */
@Injectable()
export class BlockSources implements OnApplicationShutdown {
  private readonly sources: readonly Esplora[];

  constructor(@Inject(CONFIG) config: GiveawayConfig, { stopping }: ProcessState) {
    const options = {
      timeoutMs: config.sourceTimeoutMs,
      restMs: config.sourceRestMs,
      stopping,
      acceptsMadeUp: config.ENVIRONMENT !== 'production',
    };
    this.sources = config.BITCOIN_SOURCES.map((url) => new Esplora(url, options));
  }

  /**
   * Asks all sources in parallel about a noon. Never throws: failures are part of the result, and so are requests
   * that a stop of the process has cut off.
   */
  async ask(window: BlockWindow): Promise<Agreement> {
    const responses = await Promise.all(this.sources.map((source) => ask(source, window)));
    const blocks = responses.flatMap(({ block }) => block ?? []);
    const [first] = blocks;
    const hashes = new Set(blocks.map(({ after }) => after.hash));
    if (first && hashes.size === 1 && blocks.length === responses.length)
      return { block: { ...first, sources: responses.map(({ source }) => source) } };
    const said = responses.map(({ source, answer }) => ({ source, answer }));
    return { block: null, reason: hashes.size > 1 ? 'disagreement' : 'unavailable', said };
  }

  onApplicationShutdown(): void {
    for (const source of this.sources) source.close();
  }
}

async function ask(source: Esplora, window: BlockWindow): Promise<SourceResponse> {
  try {
    const block = await findBlock(source, window);
    const answer = block
      ? `block ${block.after.height}, ${block.after.hash}`
      : 'no block with 6 confirmations yet';
    return { source: source.name, block, answer };
  } catch (error) {
    return { source: source.name, block: null, answer: inOneLine(error) };
  }
}

/** Returns a failure's reason on one line, without the values that a library adds on further lines. */
function inOneLine(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'ZodError' || error instanceof SyntaxError) return 'answered what cannot be read';
  if (error.name === 'TimeoutError') return 'did not answer in time';
  return error.message.replace(/\s+/g, ' ').slice(0, MAX_REASON_CHARACTERS);
}
