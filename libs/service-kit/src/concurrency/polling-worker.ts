import type { Logger } from '../telemetry/logger.js';

/**
 * Runs rounds until it is stopped. Each round returns the pause in milliseconds before the next one. A failed
 * round is logged and repeated after `retryMs`. A wake-up during a round shortens the next pause.
 */
export class PollingWorker {
  private running: Promise<void> | null = null;
  private isStopping = false;
  private isWoken = false;
  private endPause: (() => void) | null = null;

  constructor(
    readonly name: string,
    private readonly logger: Logger,
    private readonly retryMs: number,
    private readonly round: () => Promise<number>,
  ) {}

  /** True once a stop was requested; the last round may still be running. */
  get stopping(): boolean {
    return this.isStopping;
  }

  /**
   * @throws Error when it is already running: two loops would do each other's rounds, and only one would be
   *   stopped
   */
  start(): void {
    if (this.running) throw new Error(`The loop ${this.name} runs already.`);
    this.running = this.run();
  }

  /** Ends the current pause. */
  wake(): void {
    this.isWoken = true;
    this.endPause?.();
  }

  /** Starts no further round, and resolves when the current one is over. */
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
