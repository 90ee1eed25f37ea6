import { readConfig } from '@likewell/service-kit/config/config';
import { bootService } from '@likewell/service-kit/process/boot-service';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import type { DestinationStream } from '@likewell/service-kit/telemetry/logger';
import { join } from 'node:path';
import type { z } from 'zod';
import { LAPTOP } from './node-process.js';
import { QUICK_PASSWORD_HASH } from './quick-password-hash.js';
import { freePort } from './spawn-server.js';
import { TestProcess } from './test-process.js';

interface Running {
  stop(): Promise<void>;
}

/** What `boot-gateway.ts` and `config.ts` of the gateway export. */
interface GatewaySource {
  readonly bootGateway: (config: unknown, metrics: undefined, log: DestinationStream) => Promise<Running>;
  readonly gatewayConfig: z.ZodType<object>;
}

/**
 * One of our processes, booted from its sources in the test's own process, which has loaded most of them
 * already. It has no signals and no end of its own.
 */
export class BootedProcess extends TestProcess {
  private running: Running | null = null;

  private constructor(
    folder: string,
    private readonly variables: Record<string, string>,
    healthPort: number,
  ) {
    super(folder, healthPort);
  }

  /** Prepares the gateway or a service in `folder`; no variable but `variables` reaches it. */
  static async prepare(folder: string, variables: Record<string, string>): Promise<BootedProcess> {
    return new BootedProcess(folder, variables, await freePort());
  }

  /** Boots it as its `main.ts` does; it is ready then. */
  start(): Promise<void> {
    return this.startWith({});
  }

  /** Boots it with these settings in place of what it reads from its variables, also where none may give them. */
  async startWith(settings: Record<string, unknown>): Promise<void> {
    const variables = {
      LOG_LEVEL: 'warn',
      ...LAPTOP,
      ...this.variables,
      HEALTH_PORT: String(this.healthPort),
    };
    this.output = '';
    const log = { write: (line: string) => void (this.output += line) };
    const boot = this.folder.endsWith('gateway') ? bootGatewayIn : bootServiceIn;
    this.running = await boot(this.folder, variables, settings, log);
  }

  /** Drains it, as a deployment does. */
  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }
}

type Boot = (
  folder: string,
  variables: Record<string, string>,
  settings: Record<string, unknown>,
  log: DestinationStream,
) => Promise<Running>;

const bootGatewayIn: Boot = async (folder, variables, settings, log) => {
  const { bootGateway } = (await import(join(folder, 'src/boot-gateway.ts'))) as GatewaySource;
  const { gatewayConfig } = (await import(join(folder, 'src/config.ts'))) as GatewaySource;
  return bootGateway({ ...readConfig(gatewayConfig, variables), ...settings }, undefined, log);
};

const bootServiceIn: Boot = async (folder, variables, settings, log) => {
  const exported = (await import(join(folder, 'src/app.module.ts'))) as Record<string, unknown>;
  // A service's module file exports its definition alone.
  const [definition] = Object.values(exported) as [ServiceDefinition];
  const read = { ...readConfig(definition.config, variables), ...QUICK_PASSWORD_HASH };
  return bootService(definition, { ...read, ...settings }, log);
};
