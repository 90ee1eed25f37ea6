import { eventually } from '@likewell/testing/eventually';
import { spawnServer, type TestServer } from '@likewell/testing/spawn-server';
import { Redis } from 'ioredis';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis } from '../src/redis/connect-redis.js';
import { createLogger } from '../src/telemetry/logger.js';

const PASSWORD = 'p:ss/word';
const folder = mkdtempSync(join(tmpdir(), 'likewell-sentinel-'));
const servers: TestServer[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(args: (port: number) => string[]): Promise<TestServer> {
  const server = await spawnServer('redis-server', args);
  servers.push(server);
  return server;
}

const redisArgs = (port: number, ...more: string[]) => [
  ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
  ...['--requirepass', PASSWORD, '--masterauth', PASSWORD, ...more],
];

function sentinelArgs(port: number, master: number): string[] {
  const conf = join(folder, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${PASSWORD}`,
    `sentinel monitor likewell 127.0.0.1 ${master} 1`,
    `sentinel auth-pass likewell ${PASSWORD}`,
    'sentinel down-after-milliseconds likewell 500',
    'sentinel failover-timeout likewell 3000',
  ];
  writeFileSync(conf, `${lines.join('\n')}\n`);
  return [conf, '--sentinel'];
}

it('a master that dies gives way to its replica, which the client finds by itself', async () => {
  const master = await start((port) => redisArgs(port));
  const replica = await start((port) => redisArgs(port, '--replicaof', `127.0.0.1 ${master.port}`));
  const sentinel = await start((port) => sentinelArgs(port, master.port));
  const url = `redis+sentinel://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${sentinel.port}/likewell`;
  const redis = connectRedis(url, createLogger('test', 'silent'), 2000);
  const watcher = new Redis({ port: sentinel.port, password: PASSWORD });
  const port = async () => Number(/tcp_port:(\d+)/.exec(await redis.info('server'))?.[1]);
  try {
    await eventually(async () => expect(await redis.set('before', '1')).toBe('OK'));
    expect(await port()).toBe(master.port);
    // Without knowing the replica, the sentinel could not put anybody in the master's place. It asks every ten seconds.
    await eventually(async () => {
      const known = await watcher.call('SENTINEL', 'REPLICAS', 'likewell');
      expect(known).toEqual([expect.arrayContaining([String(replica.port), 'slave', 'ok'])]);
    }, 40_000);
    await master.kill();
    await eventually(async () => expect(await redis.set('after', '1')).toBe('OK'), 30_000);
    expect(await port()).toBe(replica.port);
    expect(await redis.get('before')).toBe('1');
  } finally {
    watcher.disconnect();
    redis.disconnect();
  }
});
