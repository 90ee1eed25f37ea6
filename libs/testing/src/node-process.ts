import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childrenOf } from './child-processes.js';
import { eventually } from './eventually.js';
import { dieWithTests, freePort } from './spawn-server.js';
import { TestProcess } from './test-process.js';

const run = promisify(execFile);
/** Long enough for a machine that also runs a browser and a build; a process that fails to start exits earlier. */
export const START_TIMEOUT_MS = 90_000;
/** Longer than a process takes before it gives up by itself. */
const STOP_TIMEOUT_MS = 45_000;
const { NODE_COMPILE_CACHE } = process.env;
/** The settings of `make up`. A call to a stopped process is UNAVAILABLE at once, however long its timeout. */
export const LAPTOP = {
  ENVIRONMENT: 'development',
  TIMEOUTS: 'laptop',
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};

/** One of our processes, built and started as in a deployment. */
export class NodeProcess extends TestProcess {
  private child: ChildProcess | null = null;

  private constructor(
    folder: string,
    private readonly variables: Record<string, string>,
    healthPort: number,
  ) {
    super(folder, healthPort);
  }

  /** Prepares a process of the built project in `folder`, with a health port of its own. */
  static async prepare(folder: string, variables: Record<string, string>): Promise<NodeProcess> {
    const healthPort = await freePort();
    return new NodeProcess(folder, { ...variables, HEALTH_PORT: String(healthPort) }, healthPort);
  }

  /**
   * Starts it and waits until it is ready.
   * @throws Error when it ends before, or is not ready in time; then it has been killed
   */
  async start(withinMs = START_TIMEOUT_MS): Promise<void> {
    const ended = this.spawn();
    const ready = eventually(async () => {
      const response = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`);
      if (!response.ok) throw new Error(`${this.folder} is not ready: ${await response.text()}`);
    }, withinMs);
    await Promise.race([ended, ready]).catch(async (error: unknown) => {
      await this.stop('SIGKILL');
      throw error;
    });
  }

  /** Starts it and waits for `event`, which may come before it is ready. @throws Error when it ends before */
  async startUntil(event: Promise<unknown>): Promise<void> {
    await Promise.race([this.spawn(), event]);
  }

  /** Spawns it; the returned promise rejects when the process ends. */
  private spawn(): Promise<never> {
    this.output = '';
    const child = spawn(process.execPath, [join(this.folder, 'dist/main.js')], {
      env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...LAPTOP, ...this.variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    dieWithTests(child);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (this.output += String(chunk)));
    this.child = child;
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${this.folder} ended:\n${this.output}`);
    });
    ended.catch(() => undefined);
    return ended;
  }

  /** Returns its readiness, by check; null while it does not respond. */
  async readiness(): Promise<Record<string, boolean> | null> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`);
      return ((await response.json()) as { checks: Record<string, boolean> }).checks;
    } catch {
      return null;
    }
  }

  /** Returns whether it reports that it is alive. */
  async isLive(): Promise<boolean> {
    return (await fetch(`http://127.0.0.1:${this.healthPort}/health/live`)).ok;
  }

  /** Returns its running child processes. */
  async children(): Promise<number[]> {
    const pid = this.child?.pid;
    return pid === undefined ? [] : childrenOf(pid);
  }

  /** Waits until it ends by itself and returns its exit code; null if a signal ended it. */
  async ended(): Promise<number | null> {
    const child = this.child;
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }

  /** Sends a signal without waiting for its effect. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Stops it: by default as a deployment does. @throws Error when it was told to drain and exited with an error */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const [code] = (await exited) as [number | null];
    clearTimeout(timer);
    if (code === 1) throw new Error(`${this.folder} did not drain:\n${this.output}`);
  }
}

/** Runs the built migrations of the project in `folder` as the schema's owner. */
export async function runMigrations(folder: string, ownerUrl: string): Promise<void> {
  await runScript(folder, 'migrate', { DATABASE_URL: ownerUrl });
}

/** Runs a built script of the project in `folder` to its end, and returns its output. */
export async function runScript(
  folder: string,
  script: string,
  variables: Record<string, string>,
  words: readonly string[] = [],
): Promise<string> {
  const file = join(folder, 'dist', `${script}.js`);
  return (await run(process.execPath, [file, ...words], { env: { ...LAPTOP, ...variables } })).stdout;
}
