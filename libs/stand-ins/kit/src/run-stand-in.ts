import { z } from 'zod';
import { HealthServer, type HealthCheck } from '@likewell/service-kit/health/health-server';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { readConfig } from '@likewell/service-kit/config/config';
import { runProcess } from '@likewell/service-kit/process/run-process';

const port = z.coerce.number().int().min(0).max(65_535);

/** Variables of every stand-in. */
export const standInVariables = z.object({
  /** Must be set explicitly: a process without a value counts as production. */
  ENVIRONMENT: z.literal('development', 'must be development: a stand-in has no place in production'),
  LOG_LEVEL: z.string().default('info'),
  HEALTH_PORT: port,
  HEALTH_HOST: z.string().default(''),
  /** Only the loopback by default, since a stand-in authenticates nobody; a container has a network of its own. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port,
});

/** A stand-in for an outside service that listens. */
interface StandIn {
  close(): Promise<void>;
  /** Liveness checks: when one fails, it must be restarted. */
  readonly live?: Readonly<Record<string, HealthCheck>>;
}

/** The `main` of a stand-in: reads its variables, starts it with its health server, and stops it on a signal. */
export async function runStandIn<Schema extends typeof standInVariables>(
  name: string,
  schema: Schema,
  start: (config: z.output<Schema>) => Promise<StandIn>,
): Promise<void> {
  await runProcess(async () => {
    const config = readConfig(schema, process.env);
    const logger = createLogger(name, config.LOG_LEVEL);
    logger.info({ environment: config.ENVIRONMENT, outside: {} }, 'plays the outside world');
    const standIn = await start(config);
    const { live = {} } = standIn;
    const health = new HealthServer({ live, ready: live }, new Metrics(name).registry, logger);
    await health.listen(config.HEALTH_PORT, config.HEALTH_HOST);
    logger.info('ready');
    return {
      async stop() {
        health.drain();
        await standIn.close();
        await health.close();
      },
    };
  });
}
