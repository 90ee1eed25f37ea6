import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { dieWithTests, freePort } from './spawn-server.js';

const run = promisify(execFile);
/** A machine that runs a browser and a build beside it takes its time; one that never comes is told by its own end. */
const START_TIMEOUT_MS = 90_000;
/** Beyond what a process takes before it gives up by itself. */
const STOP_TIMEOUT_MS = 45_000;
const { NODE_COMPILE_CACHE } = process.env;
/** As `make up` starts them. What is gone is UNAVAILABLE at once, however long its callers would wait. */
const LAPTOP = {
  ENVIRONMENT: 'development',
  TIMEOUTS: 'laptop',
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};

/** One of our processes, built and started as a deployment starts it. */
export class NodeProcess {
  private child: ChildProcess | null = null;
  private output = '';

  constructor(
    private readonly folder: string,
    private readonly variables: Record<string, string>,
    private readonly healthPort: number,
  ) {}

  /** Prepares a process of the built project in `folder`, with a health port of its own. */
  static async prepare(folder: string, variables: Record<string, string>): Promise<NodeProcess> {
    const healthPort = await freePort();
    return new NodeProcess(folder, { ...variables, HEALTH_PORT: String(healthPort) }, healthPort);
  }

  /**
   * Starts it and waits until it is ready.
   * @throws Error when it ends before, or is not ready in time
   */
  async start(): Promise<void> {
    const ended = this.spawn();
    const ready = eventually(async () => {
      const response = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`);
      if (!response.ok) throw new Error(`${this.folder} is not ready: ${await response.text()}`);
    }, START_TIMEOUT_MS);
    await Promise.race([ended, ready]);
  }

  /**
   * Starts it and waits for `event`, which may come before it is ready.
   * @throws Error when it ends before
   */
  async startUntil(event: Promise<unknown>): Promise<void> {
    await Promise.race([this.spawn(), event]);
  }

  /** Spawns it; what it answers rejects when the process ends. */
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

  /** What it wrote to its log since it started. */
  get log(): string {
    return this.output;
  }

  /**
   * Its log once `text` stands in it: a response may be here before the lines that were written ahead of it.
   * @throws Error when it does not come to stand there
   */
  async logged(text: string): Promise<string> {
    return eventually(() => {
      if (this.output.includes(text)) return this.output;
      throw new Error(`${this.folder} did not log "${text}":\n${this.output}`);
    });
  }

  /** What it says of its readiness, by check; null while it says nothing. */
  async readiness(): Promise<Record<string, boolean> | null> {
    const response = await fetch(`http://127.0.0.1:${this.healthPort}/health/ready`).catch(() => null);
    return response && ((await response.json()) as { checks: Record<string, boolean> }).checks;
  }

  /** Whether it says that it need not be started anew. */
  async isLive(): Promise<boolean> {
    return (await fetch(`http://127.0.0.1:${this.healthPort}/health/live`)).ok;
  }

  /** The processes that it has started and that are still there. */
  async children(): Promise<number[]> {
    const pid = this.child?.pid;
    if (pid === undefined) return [];
    const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return pids.split(' ').filter(Boolean).map(Number);
  }

  /** Its metrics as text. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.healthPort}/metrics`)).text();
  }

  /** The first of its metrics that has this name and these labels, such as `kind="all"`; null where there is none. */
  async metric(name: string, ...labels: string[]): Promise<number | null> {
    const line = (await this.metrics())
      .split('\n')
      .find((each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)));
    return line === undefined ? null : Number(line.split(' ').at(-1));
  }

  /** The code with which it ends by itself; null where a signal ends it. */
  async ended(): Promise<number | null> {
    const child = this.child;
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }

  /** Sends a signal without waiting for what it does. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /**
   * Ends it: by default as a deployment does.
   * @throws Error when it was told to drain and did not end well
   */
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

/** Runs a built script of the project in `folder` to its end, and answers what it said. */
export async function runScript(
  folder: string,
  script: string,
  variables: Record<string, string>,
  words: readonly string[] = [],
): Promise<string> {
  const file = join(folder, 'dist', `${script}.js`);
  return (await run(process.execPath, [file, ...words], { env: { ...LAPTOP, ...variables } })).stdout;
}
