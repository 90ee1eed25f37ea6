import { HealthServer } from '@likewell/service-kit/health/health-server';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { metricsOfWorkers } from '@likewell/service-kit/telemetry/worker-metrics';
import type { RunningGateway } from '../boot-gateway.js';
import type { GatewayConfig } from '../config.js';
import { Workers } from './workers.js';

/**
 * Runs GATEWAY_WORKERS gateways on one port, for a container with more than one core. This process serves no
 * requests: it distributes the connections, replaces workers that end, and reports their health and the sum
 * of their metrics as one.
 * @throws Error when one of them cannot start
 */
export async function runWorkers(config: GatewayConfig): Promise<RunningGateway> {
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const workers = new Workers(config.GATEWAY_WORKERS, logger);
  const url = await workers.start();
  const health = new HealthServer(
    {
      // A worker that hangs would be given connections forever.
      live: { workers: async () => (await workers.ask('/health/live')).every(Boolean) },
      ready: { workers: async () => (await workers.ask('/health/ready')).some(Boolean) },
    },
    metricsOfWorkers(),
    logger,
  );
  const healthPort = await health.listen(config.HEALTH_PORT, config.HEALTH_HOST);
  logger.info({ workers: config.GATEWAY_WORKERS }, 'ready');
  return {
    url,
    healthPort,
    stopTimeoutMs: config.STOP_DELAY_MS + config.STOP_TIMEOUT_MS,
    async stop() {
      health.drain();
      await workers.stop();
      await health.close();
    },
  };
}
