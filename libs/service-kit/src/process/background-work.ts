import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PollingWorker } from '../concurrency/polling-worker.js';
import type { RunningEvents } from '../events/start-events.js';

/**
 * A service's events and jobs, which run beside its calls. They stop after the calls, and before the
 * connections close.
 */
@Injectable()
export class BackgroundWork implements OnApplicationShutdown {
  private events: RunningEvents | null = null;
  private jobs: readonly PollingWorker[] = [];

  start(events: RunningEvents, jobs: readonly PollingWorker[]): void {
    this.events = events;
    this.jobs = jobs;
    for (const job of jobs) job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.events?.stopConsumers(), ...this.jobs.map((job) => job.stop())]);
    await this.events?.stop();
  }
}
