import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { Clock } from '../giveaways/clock.js';
import { DrawRunner } from './draw-runner.js';
import { secondsOverdue } from './draws.queries.js';

const INTERVAL_MS = 1000;

/** Advances every draw that is due. Postgres decides which replica does it; all replicas show what is overdue. */
@Injectable()
export class DrawsJobs {
  private readonly overdue: Gauge;

  constructor(
    private readonly runner: DrawRunner,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly state: ProcessState,
    metrics: Metrics,
  ) {
    this.overdue = metrics.gauge(
      'likewell_giveaway_overdue_seconds',
      'For how long the oldest snapshot or draw has been due; 0 when none is. A draw takes an hour or two',
    );
  }

  @Every(INTERVAL_MS)
  async runDraws(): Promise<void> {
    try {
      while (!this.state.stopping.aborted && (await this.runner.step()));
    } finally {
      const { read } = this.database;
      this.overdue.set(await secondsOverdue(read, await this.clock.now(read)));
    }
  }
}
