import { bootService } from './boot-service.js';
import { readConfig, type ServiceConfig } from '../config/config.js';
import { runProcess } from './run-process.js';
import type { ServiceDefinition } from './service-definition.js';

/** The `main` of a service: reads its variables, boots it, and stops it on a signal. */
export async function runService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
): Promise<void> {
  await runProcess(() => bootService(definition, readConfig(definition.config, process.env)));
}
