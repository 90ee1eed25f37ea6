import type { DiscoveryService } from '@nestjs/core';
import type { Logger } from '../telemetry/logger.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { EVERY } from './every.decorator.js';
import { findDecorated } from './find-decorated.js';
import { Loop } from './loop.js';

/** Finds every `@Every` method among the service's controllers and makes a loop for each. */
export function findCronJobs(discovery: DiscoveryService, logger: Logger): Loop[] {
  return findDecorated<number, () => Promise<void>>(discovery, EVERY).map(
    ({ controller, value: intervalMs, method }) =>
      new Loop(controller, logger, intervalMs, async () => {
        await runInContext(newContext(), method);
        return intervalMs;
      }),
  );
}
