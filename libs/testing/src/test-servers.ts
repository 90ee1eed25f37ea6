import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, type TestServer } from './spawn-server.js';

/** A private NATS server with JetStream, or Redis, of one test file. */
export interface OwnServer extends TestServer {
  readonly url: string;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a real nats-server with JetStream in a folder of its own.
 * @param configure makes the text of its configuration for that folder; a port in it is ignored
 */
export async function startNats(configure?: (folder: string) => Promise<string>): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'likewell-nats-'));
  const settings = configure ? ['--config', await written(folder, configure)] : ['-js', '-sd', folder];
  const args = (port: number) => ['-a', '127.0.0.1', '-p', String(port), ...settings];
  return own('nats', folder, await spawnServer('nats-server', args));
}

async function written(folder: string, configure: (folder: string) => Promise<string>): Promise<string> {
  const file = join(folder, 'nats.conf');
  await writeFile(file, await configure(folder));
  return file;
}

/** Starts a real redis-server that persists nothing. */
export async function startRedis(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'likewell-redis-'));
  const args = (port: number) => [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
  ];
  return own('redis', folder, await spawnServer('redis-server', args));
}

function own(scheme: string, folder: string, server: TestServer): OwnServer {
  return {
    ...server,
    url: `${scheme}://127.0.0.1:${server.port}`,
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
