import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Target duration of a chunk. A chunk that takes longer makes the next one smaller, so that no snapshot is
 * held for long.
 */
const CHUNK_MS = 150;
const MAX_CHUNK = 20_000;

/** Limits on the audit's load. */
export interface BatchOptions {
  /** Pause after each chunk, as a multiple of the time it took: 9 leaves nine tenths of a core free. */
  readonly restFactor: number;
  /** Stops the work before its next chunk. */
  readonly signal?: AbortSignal;
  /** The most rows in a chunk. */
  readonly maxChunk?: number;
  /** Sums the time spent in chunks, without the pauses. */
  readonly meter?: WorkMeter;
}

/** Working time in milliseconds; several sizers may share one. */
interface WorkMeter {
  workMs: number;
}

/** Splits long work into chunks of about the same duration with pauses between them. */
export class BatchSizer {
  private readonly maxSize: number;
  private rows: number;

  constructor(private readonly options: BatchOptions) {
    this.maxSize = options.maxChunk ?? MAX_CHUNK;
    this.rows = Math.ceil(this.maxSize / 32);
  }

  /** The number of rows for the next chunk. */
  get size(): number {
    return this.rows;
  }

  /**
   * Runs one chunk, which gets its number of rows, and pauses. The results of a finished chunk stay valid
   * when the rest is interrupted.
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
