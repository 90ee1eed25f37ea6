import type { EventContract } from '@likewell/contracts/core/define-event';
import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ServiceConfig } from '../config/config.js';
import type { OutsideWorld } from '../config/environment.js';
import type { EventLimits } from '../events/start-events.js';

/** What makes a service: its name on the bus, its variables and its module. */
export interface ServiceDefinition<Config extends ServiceConfig = ServiceConfig> {
  readonly name: string;
  readonly config: z.ZodType<Config>;
  readonly module: Type;
  /** Every event of the system, for the one service that makes the streams and consumers of all. */
  readonly keepsBus?: readonly EventContract[];
  /** Whom it asks outside, by the variable that names them. */
  outside?(config: Config): OutsideWorld;
  /** Others than {@link EVENT_LIMITS}, for a test that cannot wait so long. */
  readonly eventLimits?: EventLimits;
}
