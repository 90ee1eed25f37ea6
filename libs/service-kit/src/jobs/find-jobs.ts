import type { DiscoveryService } from '@nestjs/core';
import type { Logger } from '../telemetry/logger.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { EVERY, type Job } from './every.decorator.js';
import { findDecorated } from '../telemetry/find-decorated.js';
import { PollingWorker } from '../concurrency/polling-worker.js';

/** Finds every `@Every` method among the service's providers and makes a worker for each. */
export function findJobs(discovery: DiscoveryService, logger: Logger): PollingWorker[] {
  return findDecorated<number, Job>(discovery, EVERY).map(
    ({ owner, value: intervalMs, method }) =>
      new PollingWorker(owner, logger, intervalMs, async () =>
        (await runInContext(newContext(), method)) === true ? 0 : intervalMs,
      ),
  );
}
