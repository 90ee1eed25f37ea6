import { STOP_SIGNALS } from '@likewell/service-kit/process/run-process';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { shareMetrics } from '@likewell/service-kit/telemetry/worker-metrics';
import { bootGateway, type RunningGateway } from '../boot-gateway.js';
import type { GatewayConfig } from '../config.js';
import { STOP, type WorkerReady } from './worker-messages.js';

/**
 * Runs one of several gateways that share a port. It tells its parent process when it is ready, and only the
 * parent asks for its health and metrics.
 */
export async function runWorker(config: GatewayConfig): Promise<RunningGateway> {
  const metrics = new Metrics('gateway');
  shareMetrics(metrics);
  const gateway = await bootGateway({ ...config, HEALTH_PORT: 0, HEALTH_HOST: '127.0.0.1' }, metrics);
  const ready: WorkerReady = { type: 'ready', url: gateway.url, healthPort: gateway.healthPort };
  process.send?.(ready);
  return gateway;
}

/**
 * Stops a worker when its parent says so. Signals are not used: they reach all processes of a terminal, and
 * each would drain twice.
 */
export function whenTold(stop: () => void): void {
  for (const signal of STOP_SIGNALS) process.on(signal, () => undefined);
  process.on('message', (message) => {
    if (message === STOP) stop();
  });
}
