import type { EventContract } from '@likewell/contracts/core/define-event';
import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ServiceConfig } from '../config/config.js';
import type { OutsideWorld } from '../config/environment.js';
import type { EventLimits } from '../events/start-events.js';

/** Definition of a service: its name on the bus, its variables and its module. */
export interface ServiceDefinition<Config extends ServiceConfig = ServiceConfig> {
  readonly name: string;
  readonly config: z.ZodType<Config>;
  readonly module: Type;
  /** Every event of the system; set only for the one service that creates all streams and consumers. */
  readonly keepsBus?: readonly EventContract[];
  /** Returns the outside services that it calls, by the variable that names them. */
  outside?(config: Config): OutsideWorld;
  /** Replaces {@link EVENT_LIMITS} in a test that cannot wait so long. */
  readonly eventLimits?: EventLimits;
}
