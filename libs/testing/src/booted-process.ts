import { readConfig } from '@likewell/service-kit/config/config';
import { bootService } from '@likewell/service-kit/process/boot-service';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import type { z } from 'zod';
import { join } from 'node:path';
import { LAPTOP } from './node-process.js';
import { freePort } from './spawn-server.js';

interface Running {
  stop(): Promise<void>;
}

/** What `boot-gateway.ts` and `config.ts` of the gateway export. */
interface GatewaySource {
  readonly bootGateway: (config: unknown) => Promise<Running>;
  readonly gatewayConfig: z.ZodType;
}

/**
 * One of our processes, booted from its sources in the test's own process, which has loaded most of them
 * already. It has no signals, no log and no end of its own.
 */
export class BootedProcess {
  private running: Running | null = null;

  private constructor(
    private readonly folder: string,
    private readonly variables: Record<string, string>,
    private readonly healthPort: number,
  ) {}

  /** Prepares the gateway or a service in `folder`; no variable but `variables` reaches it. */
  static async prepare(folder: string, variables: Record<string, string>): Promise<BootedProcess> {
    return new BootedProcess(folder, variables, await freePort());
  }

  /** Boots it as its `main.ts` does; it is ready then. */
  async start(): Promise<void> {
    const variables = {
      ...LAPTOP,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...this.variables,
      HEALTH_PORT: String(this.healthPort),
    };
    const boot = this.folder.endsWith('gateway') ? bootGatewayIn : bootServiceIn;
    this.running = await boot(this.folder, variables);
  }

  /** Returns its metrics as text. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.healthPort}/metrics`)).text();
  }

  /** Drains it, as a deployment does. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }
}

async function bootGatewayIn(folder: string, variables: Record<string, string>): Promise<Running> {
  const { bootGateway } = (await import(join(folder, 'src/boot-gateway.ts'))) as GatewaySource;
  const { gatewayConfig } = (await import(join(folder, 'src/config.ts'))) as GatewaySource;
  return bootGateway(readConfig(gatewayConfig, variables));
}

async function bootServiceIn(folder: string, variables: Record<string, string>): Promise<Running> {
  const exported = (await import(join(folder, 'src/app.module.ts'))) as Record<string, unknown>;
  // A service's module file exports its definition alone.
  const [definition] = Object.values(exported) as [ServiceDefinition];
  return bootService(definition, readConfig(definition.config, variables));
}
