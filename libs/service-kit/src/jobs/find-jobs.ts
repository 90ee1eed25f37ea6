import type { DiscoveryService } from '@nestjs/core';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { EVERY, type Job } from './every.decorator.js';
import { findDecorated } from '../telemetry/find-decorated.js';
import { PollingWorker } from '../concurrency/polling-worker.js';
import { steadyNow } from '../telemetry/steady-clock.js';

/**
 * Finds every `@Every` method among the service's providers and makes a worker for each, named `Class.method`.
 * @throws Error when two would have the same name, by which log and metrics could not tell them apart
 */
export function findJobs(discovery: DiscoveryService, logger: Logger, metrics: Metrics): PollingWorker[] {
  const failingSeconds: Record<string, number> = {};
  metrics.watchEach(
    'likewell_job_failing_seconds',
    'For how long each run of a job has failed, from the first to the last of these; 0 after one that succeeded',
    // Prometheus has a label `job` of its own.
    'name',
    () => failingSeconds,
  );
  const workers = findDecorated<number, Job>(discovery, EVERY).map(
    ({ owner, name: method, value: intervalMs, method: run }) => {
      const name = `${owner}.${method}`;
      const watched = watch(run, (seconds) => (failingSeconds[name] = seconds));
      return new PollingWorker(name, logger, intervalMs, async () =>
        (await runInContext(newContext(), watched)) ? 0 : intervalMs,
      );
    },
  );
  const names = workers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw new Error(`Two jobs are called ${repeated}.`);
  return workers;
}

/**
 * Returns the same job, which tells after each run for how long all have failed. It ends with the last failure, so that
 * a job of each hour is not taken for one that goes on failing while it waits for its next run.
 */
function watch(run: Job, showFailing: (seconds: number) => void): () => Promise<boolean> {
  let firstFailure: number | null = null;
  return async () => {
    try {
      const hasMore = (await run()) === true;
      firstFailure = null;
      showFailing(0);
      return hasMore;
    } catch (error) {
      firstFailure ??= steadyNow();
      showFailing((steadyNow() - firstFailure) / 1000);
      throw error;
    }
  };
}
