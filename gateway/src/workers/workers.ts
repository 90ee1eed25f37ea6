import type { Logger } from '@likewell/service-kit/telemetry/logger';
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP, workerReady, type WorkerReady } from './worker-messages.js';

/** Delay before a worker that ended is replaced, so that one that cannot start does not use a whole core. */
const REPLACED_AFTER_MS = 1000;
/**
 * Limit of consecutive workers that end before they are ready; after that, a further one would fail as well.
 */
const MAX_FAILED_STARTS = 3;
/** Shorter than the timeout of the clients that ask this process for its health. */
const HEALTH_TIMEOUT_MS = 800;

/** The worker processes that serve in place of this one. One that ends is replaced. */
export class Workers {
  /** Running workers, with the message that each sent when it was ready. */
  private readonly present = new Map<Worker, WorkerReady | null>();
  private failedStarts = 0;
  private isStopping = false;

  constructor(
    private readonly count: number,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts all workers.
   * @returns the address at which they serve, once all are ready
   * @throws Error if one ends before it is ready
   */
  async start(): Promise<string> {
    const all = await Promise.all(Array.from({ length: this.count }, () => this.add()));
    const [first] = all;
    if (!first) throw new Error('there is no worker');
    return first.url;
  }

  /** Returns the health of each worker that has been ready. */
  ask(path: '/health/live' | '/health/ready'): Promise<boolean[]> {
    const started = [...this.present.values()].filter((ready) => ready !== null);
    return Promise.all(
      started.map(async ({ healthPort }) => {
        const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
        const response = await fetch(`http://127.0.0.1:${healthPort}${path}`, { signal }).catch(() => null);
        await response?.body?.cancel();
        return response?.ok ?? false;
      }),
    );
  }

  /** Lets each worker finish what is under way; resolves when none is left. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(
      [...this.present].map(async ([worker, ready]) => {
        // Not once() of node:events: a worker that cannot be told to stop is still waited for.
        const isGone = new Promise((resolve) => worker.once('exit', resolve));
        // A worker that is not ready has nothing to finish, and does not listen to messages yet.
        if (!ready) worker.process.kill('SIGKILL');
        else if (worker.isConnected()) worker.send(STOP);
        await isGone;
      }),
    );
  }

  /** Starts one more worker; resolves when it is ready. @throws Error if it cannot be forked or ends before that */
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
      worker.on('error', (error) => {
        if (worker.process.pid !== undefined) {
          this.logger.warn({ err: error }, 'a worker could not be reached');
          return;
        }
        // Without a process, nothing else is heard of it.
        this.present.delete(worker);
        reject(error);
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

  /** @throws Error after too many failed starts; nobody catches it, so it ends the process */
  private async replace(): Promise<void> {
    for (;;) {
      await sleep(REPLACED_AFTER_MS);
      if (this.isStopping) return;
      try {
        await this.add();
        return;
      } catch (error) {
        if (this.failedStarts >= MAX_FAILED_STARTS) throw error;
        this.logger.error({ err: error }, 'a worker could not be started; another attempt follows');
      }
    }
  }
}
