import type { Logger } from '@likewell/service-kit/telemetry/logger';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP, workerReady, type WorkerReady } from './worker-messages.js';

/** A worker that has ended is replaced after so long, so that one that cannot start does not take all of a core. */
const REPLACED_AFTER_MS = 1000;
/** As many in a row that end before they are ready mean that another one would as well. */
const MAX_FAILED_STARTS = 3;
/** Less than whoever asks this process waits. */
const ASKS_FOR_MS = 800;

/** The processes that serve in place of this one. One that ends is replaced. */
export class Workers {
  /** Those that are there, with what they said when they were ready. */
  private readonly present = new Map<Worker, WorkerReady | null>();
  private failedStarts = 0;
  private isStopping = false;

  constructor(
    private readonly count: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts them all.
   * @returns where they serve, once all do
   * @throws Error when one ends before it is ready
   */
  async start(): Promise<string> {
    const all = await Promise.all(Array.from({ length: this.count }, () => this.add()));
    const [first] = all;
    if (!first) throw new Error('there is no worker');
    return first.url;
  }

  /** What each that has been ready says of its health. */
  ask(path: '/health/live' | '/health/ready'): Promise<boolean[]> {
    const started = [...this.present.values()].filter((ready) => ready !== null);
    return Promise.all(
      started.map(async ({ healthPort }) => {
        const signal = AbortSignal.timeout(ASKS_FOR_MS);
        const response = await fetch(`http://127.0.0.1:${healthPort}${path}`, { signal }).catch(() => null);
        await response?.body?.cancel();
        return response?.ok ?? false;
      }),
    );
  }

  /** Lets each finish what is under way; resolves when none is left. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(
      [...this.present].map(async ([worker, ready]) => {
        const isGone = once(worker, 'exit');
        // One that has not served yet has nothing to finish, and does not listen yet.
        if (!ready) worker.process.kill('SIGKILL');
        else if (worker.isConnected()) worker.send(STOP);
        await isGone;
      }),
    );
  }

  /** Starts one more; resolves when it is ready. @throws Error when it ends before */
  private async add(): Promise<WorkerReady> {
    const worker = cluster.fork();
    this.present.set(worker, null);
    return new Promise((resolve, reject) => {
      worker.on('message', (message) => {
        const { data: ready } = workerReady.safeParse(message);
        if (!ready) return;
        this.failedStarts = 0;
        this.present.set(worker, ready);
        resolve(ready);
      });
      worker.once('exit', () => {
        const { exitCode: code, signalCode: signal } = worker.process;
        const wasReady = this.present.get(worker) !== null;
        this.present.delete(worker);
        if (!wasReady) {
          if (!this.isStopping) this.failedStarts += 1;
          reject(new Error(`a worker ended before it was ready: ${signal ?? code}`));
        } else if (!this.isStopping) {
          this.logger.error({ code, signal }, 'a worker has ended; another one takes its place');
          void this.replace();
        }
      });
    });
  }

  /** @throws Error, which nobody catches and which so ends the process, after too many that did not get ready */
  private async replace(): Promise<void> {
    for (;;) {
      await sleep(REPLACED_AFTER_MS);
      if (this.isStopping) return;
      try {
        await this.add();
        return;
      } catch (error) {
        if (this.failedStarts >= MAX_FAILED_STARTS) throw error;
      }
    }
  }
}
