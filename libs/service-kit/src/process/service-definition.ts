import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ServiceConfig } from '../config/config.js';
import type { EventLimits } from '../events/start-events.js';

/** What makes a service: its name on the bus, its variables and its module. */
export interface ServiceDefinition<Config extends ServiceConfig = ServiceConfig> {
  readonly name: string;
  readonly config: z.ZodType<Config>;
  readonly module: Type;
  /** Others than {@link EVENT_LIMITS}, for a test that cannot wait so long. */
  readonly eventLimits?: EventLimits;
}
