import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { eventually } from './eventually.js';
import { spawnServer, type SpawnOptions } from './spawn-server.js';
import type { OwnServer } from './test-servers.js';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const READY_TIMEOUT_MS = 20_000;

/**
 * Starts a private Postgres, as durable as in production, with these settings; for tests that kill it or read
 * its log.
 */
export async function startPostgres(own: Readonly<Record<string, string>> = {}): Promise<OwnServer> {
  const binaries = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'likewell-postgres-'));
  const options: SpawnOptions = { ...(await whoMayRunIt(folder)), cwd: folder };
  const initialize = [
    '--pgdata',
    folder,
    '--username=admin',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ];
  await run(join(binaries, 'initdb'), initialize, options);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...own };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = (port: number) => ['-D', folder, '-p', String(port), ...settings];
  const server = await spawnServer(join(binaries, 'postgres'), args, options);
  const url = `postgres://admin@127.0.0.1:${server.port}/postgres`;
  await untilReady(url);
  return {
    ...server,
    url,
    async restart() {
      await server.restart();
      await untilReady(url);
    },
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the user that runs Postgres, which refuses to run as root; that user then owns the folder. */
async function whoMayRunIt(folder: string): Promise<Pick<SpawnOptions, 'uid' | 'gid'>> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((option) => run('id', [option, 'postgres'])));
  const user = { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
  await chown(folder, user.uid, user.gid);
  return user;
}

/** Finds the binaries: Debian installs them outside any PATH, and the newest version sorts last. */
async function findBinaries(): Promise<string> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest !== undefined) return join(DEBIAN, String(newest), 'bin');
  return (await run('pg_config', ['--bindir'])).stdout.trim();
}

function untilReady(url: string): Promise<void> {
  return eventually(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
  }, READY_TIMEOUT_MS);
}
