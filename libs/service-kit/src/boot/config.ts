import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** Variables of every process. */
export const processConfig = z.object({
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HEALTH_PORT: port,
  NATS_URL: z.url(),
});
export type ProcessConfig = z.output<typeof processConfig>;

/** Variables of a process that owns a schema. */
export const serviceConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
});
export type ServiceConfig = z.output<typeof serviceConfig>;

/** Variables of a process that uses Redis. */
export const redisConfig = { REDIS_URL: z.url() };

/** Thrown at start with every bad variable named at once. Values are left out: they may be secrets. */
export class ConfigError extends Error {}

/**
 * Reads a process's configuration from environment variables.
 * @throws ConfigError naming each missing or wrong variable
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`Bad configuration:\n${lines.join('\n')}`);
}
