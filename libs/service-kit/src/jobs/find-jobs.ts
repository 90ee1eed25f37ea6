import type { DiscoveryService } from '@nestjs/core';
import type { Logger } from '../telemetry/logger.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { EVERY, type Job } from './every.decorator.js';
import { findDecorated } from '../telemetry/find-decorated.js';
import { PollingWorker } from '../concurrency/polling-worker.js';

/**
 * Finds every `@Every` method among the service's providers and makes a worker for each, named `Class.method`.
 * @throws Error when two would have the same name, by which the log could not tell them apart
 */
export function findJobs(discovery: DiscoveryService, logger: Logger): PollingWorker[] {
  const workers = findDecorated<number, Job>(discovery, EVERY).map(
    ({ owner, name, value: intervalMs, method }) =>
      new PollingWorker(`${owner}.${name}`, logger, intervalMs, async () =>
        (await runInContext(newContext(), method)) === true ? 0 : intervalMs,
      ),
  );
  const names = workers.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated) throw new Error(`Two jobs are called ${repeated}.`);
  return workers;
}
