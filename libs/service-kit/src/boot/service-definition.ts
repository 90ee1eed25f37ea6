import type { Type } from '@nestjs/common';
import type { z } from 'zod';
import type { ServiceConfig } from './config.js';

/** What makes a service: its name on the bus, its variables and its module. */
export interface ServiceDefinition<Config extends ServiceConfig = ServiceConfig> {
  readonly name: string;
  readonly config: z.ZodType<Config>;
  readonly module: Type;
}

/** Injects the service's configuration, as its `config.ts` declares it. */
export const CONFIG = Symbol('likewell:config');
/** Injects the process's logger. */
export const LOGGER = Symbol('likewell:logger');
/** Injects Redis, in a service whose configuration has a REDIS_URL. */
export const REDIS = Symbol('likewell:redis');
