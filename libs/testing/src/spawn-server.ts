import { spawn, type ChildProcess, type SpawnOptions as ProcessOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import { delimiter } from 'node:path';
import { childrenOf, expectGone, killNow } from './child-processes.js';
import { eventually } from './eventually.js';

/** A server process of a test's own. A kill also ends all its children. */
export interface TestServer {
  readonly port: number;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
}

/** Debian installs servers outside a plain user's PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);
const START_TIMEOUT_MS = 60_000;

/** User, group and folder of a server, and the time that it may take to start. */
export type SpawnOptions = Pick<ProcessOptions, 'uid' | 'gid' | 'cwd'> & { readonly withinMs?: number };

/**
 * Starts `command` with arguments for a free port and waits until the port answers.
 * @throws Error when it ends before, or does not answer in time; then it has been killed
 */
export async function spawnServer(
  command: string,
  argsFor: (port: number) => string[],
  options: SpawnOptions = {},
): Promise<TestServer> {
  const port = await freePort();
  let child = await start(command, argsFor(port), port, options);
  return {
    port,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      // All processes end at once, as in a power failure: none may finish its work. The stopped parent starts
      // no more of them.
      if (signal === 'SIGKILL') child.kill('SIGSTOP');
      const children = child.pid === undefined ? [] : await childrenOf(child.pid);
      child.kill(signal);
      if (signal === 'SIGKILL') children.forEach(killNow);
      await exited;
      await eventually(() => Promise.all(children.map(expectGone)));
    },
    async restart() {
      child = await start(command, argsFor(port), port, options);
    },
  };
}

async function start(
  command: string,
  args: string[],
  port: number,
  { withinMs = START_TIMEOUT_MS, ...options }: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(command, args, { ...options, stdio: 'ignore', env: { ...process.env, PATH } });
  dieWithTests(child);
  const failed = once(child, 'error').then(([error]) => {
    throw error as Error;
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${command} ended with ${code} instead of listening on port ${port}`);
  });
  ended.catch(() => undefined);
  await Promise.race([failed, ended, eventually(() => probe(port), withinMs)]).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return child;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A test that fails before its cleanup must neither hang the run nor leave a process behind. */
export function dieWithTests(child: ChildProcess): void {
  child.unref();
  running.add(child);
  child.once('exit', () => running.delete(child));
}

async function probe(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

/** Below the ports that systems use for outgoing connections, so that only a server can have one. */
const FIRST_PORT = 10_000;
/** Number of ports of each of Vitest's workers. */
const PORTS = 500;
const workersPorts = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % 16) * PORTS;
let nextPort = randomInt(PORTS);

/** Returns a port on which nothing listens, that no outgoing connection can take, and that no other test gets soon. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS; tries += 1) {
    const port = workersPorts + (nextPort % PORTS);
    nextPort += 1;
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`all ports from ${workersPorts} on are taken`);
}
