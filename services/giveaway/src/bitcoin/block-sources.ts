import type { Postponement } from '@likewell/contracts/giveaway/proof';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { GiveawayConfig } from '../config.js';
import { Esplora } from './esplora.js';
import { findBoundary, type Boundary } from './find-boundary.js';

const MAX_REASON_CHARACTERS = 200;

/** The two blocks around a noon that all sources name, or the reason why there are none. */
export type Agreement =
  | { readonly boundary: Boundary; readonly sources: string[] }
  | {
      readonly boundary: null;
      readonly reason: Postponement['reason'];
      readonly said: Postponement['said'];
    };

interface SourceResponse {
  readonly source: string;
  readonly boundary: Boundary | null;
  /** The source's result as text. */
  readonly answer: string;
}

/** All configured sources together: a block counts only when every one of them names it. */
@Injectable()
export class BlockSources implements BeforeApplicationShutdown {
  private readonly sources: readonly Esplora[];

  constructor(@Inject(CONFIG) config: GiveawayConfig) {
    const options = {
      timeoutMs: config.sourceTimeoutMs,
      restMs: config.sourceRestMs,
      acceptsMadeUp: config.ENVIRONMENT !== 'production',
    };
    this.sources = config.BITCOIN_SOURCES.map((url) => new Esplora(url, options));
  }

  /** Asks all sources in parallel about a noon. Never throws: failures are part of the result. */
  async ask(noon: Date): Promise<Agreement> {
    const responses = await Promise.all(this.sources.map((source) => ask(source, noon)));
    const boundaries = responses.flatMap(({ boundary }) => boundary ?? []);
    const [first] = boundaries;
    const hashes = new Set(boundaries.map(({ after }) => after.hash));
    if (first && hashes.size === 1 && boundaries.length === responses.length)
      return { boundary: first, sources: responses.map(({ source }) => source) };
    const said = responses.map(({ source, answer }) => ({ source, answer }));
    return { boundary: null, reason: hashes.size > 1 ? 'disagreement' : 'unavailable', said };
  }

  beforeApplicationShutdown(): void {
    for (const source of this.sources) source.close();
  }
}

async function ask(source: Esplora, noon: Date): Promise<SourceResponse> {
  try {
    const boundary = await findBoundary(source, noon);
    const answer = boundary
      ? `block ${boundary.after.height}, ${boundary.after.hash}`
      : 'no block with 6 confirmations yet';
    return { source: source.name, boundary, answer };
  } catch (error) {
    return { source: source.name, boundary: null, answer: inOneLine(error) };
  }
}

/** Returns a failure's reason on one line, without the values that a library adds on further lines. */
function inOneLine(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'ZodError' || error instanceof SyntaxError) return 'answered what cannot be read';
  if (error.name === 'TimeoutError') return 'did not answer in time';
  return error.message.replace(/\s+/g, ' ').slice(0, MAX_REASON_CHARACTERS);
}
