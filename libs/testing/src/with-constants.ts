import type { ServiceConfig } from '@likewell/service-kit/config/config';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';

/** Returns the service with these constants in place of its own, which no variable changes. */
export const withConstants = <Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  constants: Partial<NoInfer<Config>>,
): ServiceDefinition<Config> => ({
  ...definition,
  config: definition.config.transform((config) => ({ ...config, ...constants })),
});
