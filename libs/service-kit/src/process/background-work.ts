import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import type { PollingWorker } from '../concurrency/polling-worker.js';
import type { RunningEvents } from '../events/start-events.js';

/**
 * A service's events and jobs, which run beside its calls. They stop after the calls, and before what they use
 * closes. The last events leave after all work has stopped, which may still record some.
 */
@Injectable()
export class BackgroundWork implements BeforeApplicationShutdown, OnApplicationShutdown {
  private events: RunningEvents | null = null;
  private jobs: readonly PollingWorker[] = [];

  start(events: RunningEvents, jobs: readonly PollingWorker[]): void {
    this.events = events;
    this.jobs = jobs;
    for (const job of jobs) job.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.events?.stopConsumers(), ...this.jobs.map((job) => job.stop())]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.events?.stop();
  }
}
