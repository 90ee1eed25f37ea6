import type { DiscoveryService } from '@nestjs/core';
import { WakeableTimer } from './wakeable-timer.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import type { Logger } from '../telemetry/logger.js';
import { EVERY } from './every.decorator.js';
import { findDecorated } from './find-decorated.js';

/** A method that runs again and again until it is stopped. A run that fails is logged and comes again. */
export class CronJob {
  private readonly timer = new WakeableTimer();
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly name: string,
    private readonly intervalMs: number,
    private readonly work: () => Promise<void>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.timer.wake();
    await this.loop;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      await runInContext(newContext(), this.work).catch((error: unknown) => {
        this.logger.error({ err: error, job: this.name }, 'scheduled work failed; it comes again');
      });
      await this.timer.sleep(this.intervalMs);
    }
  }
}

/** Finds every `@Every` method among the service's controllers. */
export function findCronJobs(discovery: DiscoveryService, logger: Logger): CronJob[] {
  return findDecorated<number, () => Promise<void>>(discovery, EVERY).map(
    ({ controller, value, method }) => new CronJob(controller, value, method, logger),
  );
}
