import type { Logger } from '../telemetry/logger.js';

/**
 * Runs rounds until it is stopped, each followed by the pause in milliseconds that it asks for. A round
 * that fails is logged and comes again after `retryMs`. A wake-up during a round counts for the next pause.
 */
export class PollingWorker {
  private running: Promise<void> | null = null;
  private isStopping = false;
  private isWoken = false;
  private endPause: (() => void) | null = null;

  constructor(
    private readonly name: string,
    private readonly logger: Logger,
    private readonly retryMs: number,
    private readonly round: () => Promise<number>,
  ) {}

  /** True once somebody asked it to stop, while the last round may still be under way. */
  get stopping(): boolean {
    return this.isStopping;
  }

  /** @throws Error when it runs already: two would do each other's rounds, and only one would be stopped */
  start(): void {
    if (this.running) throw new Error(`The loop ${this.name} runs already.`);
    this.running = this.run();
  }

  /** Cuts the pause short. */
  wake(): void {
    this.isWoken = true;
    this.endPause?.();
  }

  /** Begins no further round, and resolves when the one under way is over. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const pauseMs = await this.round().catch((error: unknown) => {
        this.logger.warn({ err: error, loop: this.name }, 'a round failed; it comes again');
        return this.retryMs;
      });
      await this.pause(pauseMs);
    }
  }

  private async pause(ms: number): Promise<void> {
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.endPause = null;
    this.isWoken = false;
  }
}
