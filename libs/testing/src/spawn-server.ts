import { spawn, type ChildProcess, type SpawnOptions as ProcessOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { delimiter } from 'node:path';
import { eventually } from './eventually.js';

/** A server process of a test's own. */
export interface TestServer {
  readonly port: number;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
}

/** Debian keeps servers where a plain user's PATH does not look. */
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);
const START_TIMEOUT_MS = 10_000;

/** As whom and where a server runs; a detached one is killed with all that it started. */
export type SpawnOptions = Pick<ProcessOptions, 'uid' | 'gid' | 'cwd' | 'detached'>;

/** Starts `command` with arguments for a free port and waits until the port answers. */
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
      if (options.detached && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
      await exited;
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
  options: SpawnOptions,
): Promise<ChildProcess> {
  const child = spawn(command, args, { ...options, stdio: 'ignore', env: { ...process.env, PATH } });
  dieWithTests(child);
  const failed = once(child, 'error').then(([error]) => {
    throw error as Error;
  });
  await Promise.race([failed, eventually(() => probe(port), START_TIMEOUT_MS)]);
  return child;
}

/** A test that fails before it could clean up must neither hang the run nor leave a process behind. */
export function dieWithTests(child: ChildProcess): void {
  child.unref();
  process.once('exit', () => child.kill('SIGKILL'));
}

async function probe(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

/** A port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
