import type { DiscoveryService } from '@nestjs/core';
import type { Logger } from '../telemetry/logger.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { EVERY } from './every.decorator.js';
import { findDecorated } from '../telemetry/find-decorated.js';
import { PollingWorker } from '../concurrency/polling-worker.js';

/** Finds every `@Every` method among the service's providers and makes a worker for each. */
export function findJobs(discovery: DiscoveryService, logger: Logger): PollingWorker[] {
  return findDecorated<number, () => Promise<void>>(discovery, EVERY).map(
    ({ owner, value: intervalMs, method }) =>
      new PollingWorker(owner, logger, intervalMs, async () => {
        await runInContext(newContext(), method);
        return intervalMs;
      }),
  );
}
