import { setTimeout as sleep } from 'node:timers/promises';

/** A chunk that takes longer makes the next one smaller, so that no snapshot is held for long. */
const CHUNK_MS = 150;
const MAX_CHUNK = 20_000;

/** How hard the auditor works. */
export interface BatchOptions {
  /** Pause after each chunk, as a multiple of the time it took: 9 leaves nine tenths of a core alone. */
  readonly restFactor: number;
  /** Ends the work before its next chunk. */
  readonly signal?: AbortSignal;
  /** Rows that a chunk takes at most. */
  readonly maxChunk?: number;
  /** Adds up the time in chunks, without the pauses. */
  readonly meter?: WorkMeter;
}

/** Time that was worked, in milliseconds; several sizers may share one. */
interface WorkMeter {
  workMs: number;
}

/** Does long work in chunks of about the same time with pauses between them. */
export class BatchSizer {
  private readonly maxSize: number;
  private rows: number;

  constructor(private readonly options: BatchOptions) {
    this.maxSize = options.maxChunk ?? MAX_CHUNK;
    this.rows = Math.ceil(this.maxSize / 32);
  }

  /** How many rows the next chunk is to take. */
  get size(): number {
    return this.rows;
  }

  /**
   * Runs one chunk, which is told how much to take, and rests. What the chunk has changed when it ends stays good when
   * the rest is broken off.
   * @throws AbortError when told to stop
   */
  async chunk<T>(work: (size: number) => Promise<T>): Promise<T> {
    const { restFactor, signal, meter } = this.options;
    const startedAt = performance.now();
    const result = await work(this.rows);
    const tookMs = performance.now() - startedAt;
    if (meter) meter.workMs += tookMs;
    if (tookMs > CHUNK_MS) this.rows = Math.max(1, Math.floor(this.rows / 2));
    else if (tookMs < CHUNK_MS / 4) this.rows = Math.min(this.maxSize, this.rows * 2);
    await sleep(tookMs * restFactor, undefined, signal ? { signal } : {});
    return result;
  }
}
