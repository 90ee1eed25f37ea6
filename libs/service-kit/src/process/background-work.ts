import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { PollingWorker } from '../concurrency/polling-worker.js';
import type { RunningEvents } from '../events/start-events.js';

/** What goes on beside a service's calls: its events and its jobs. It ends after the calls, and before the connections do. */
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
