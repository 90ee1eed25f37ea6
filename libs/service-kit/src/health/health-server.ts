import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../telemetry/logger.js';

/** Checks a dependency; throws or returns false when it cannot serve. */
export type HealthCheck = () => boolean | Promise<boolean>;

export interface Health {
  /** Checks of liveness: when one fails, the process is stuck or cut off permanently and must be restarted. */
  readonly live: Readonly<Record<string, HealthCheck>>;
  /** Checks of readiness: when one fails, the process cannot serve right now and must get no traffic. */
  readonly ready: Readonly<Record<string, HealthCheck>>;
}

/** Content of `/metrics`. */
export interface MetricsText {
  readonly contentType: string;
  metrics(): Promise<string>;
}

const CHECK_TIMEOUT_MS = 1000;

/** Serves `/health/live`, `/health/ready` and `/metrics` on a separate port. */
export class HealthServer {
  private readonly server: Server;
  private drains = false;

  constructor(
    private readonly health: Health,
    private readonly metrics: MetricsText,
    private readonly logger: Logger,
  ) {
    this.server = createServer((request, response) => {
      void this.respond(request.url ?? '').then(([status, type, body]) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
    });
  }

  /**
   * Starts to listen, at every address or only at `host`; several workers each listen for themselves.
   * @returns the port that is bound
   */
  async listen(port: number, host?: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen({ port, host, exclusive: true }, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** Makes the process report that it is not ready from now on. */
  drain(): void {
    this.drains = true;
  }

  /** True when the process is about to end. */
  get draining(): boolean {
    return this.drains;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(url: string): Promise<[number, string, string]> {
    try {
      if (url === '/health/live') return report(await runChecks(this.health.live));
      if (url === '/health/ready') {
        return report({ ...(await runChecks(this.health.ready)), ...(this.drains && { draining: false }) });
      }
      if (url === '/metrics') return [200, this.metrics.contentType, await this.metrics.metrics()];
      return [404, 'text/plain', 'not found'];
    } catch (error) {
      this.logger.error({ err: error }, 'health endpoint failed');
      return [500, 'text/plain', 'error'];
    }
  }
}

async function runChecks(checks: Health['live']): Promise<Record<string, boolean>> {
  const results = Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const);
  return Object.fromEntries(await Promise.all(results));
}

async function runCheck(check: HealthCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIMEOUT_MS, false);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function report(results: Record<string, boolean>): [number, string, string] {
  const healthy = Object.values(results).every(Boolean);
  return [healthy ? 200 : 503, 'application/json', JSON.stringify({ healthy, checks: results })];
}
