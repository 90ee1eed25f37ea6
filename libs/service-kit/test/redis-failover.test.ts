import { eventually } from '@likewell/testing/eventually';
import { spawnServer, type TestServer } from '@likewell/testing/spawn-server';
import { Redis } from 'ioredis';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis } from '../src/redis/connect-redis.js';
import { createLogger } from '../src/telemetry/logger.js';
import { ScriptedSentinel } from './scripted-sentinel.js';

const PASSWORD = 'p:ss/word';
/** A sentinel that a busy machine has delayed for two seconds does nothing for thirty (its TILT mode). */
const WITHIN_MS = 80_000;
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
    'sentinel down-after-milliseconds likewell 1000',
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
    await eventually(async () => {
      expect(await redis.set('before', '1')).toBe('OK');
      expect(await port()).toBe(master.port);
    }, WITHIN_MS);
    // Before the sentinel knows the replica, it cannot promote it. It asks every ten seconds.
    await eventually(async () => {
      const known = await watcher.call('SENTINEL', 'REPLICAS', 'likewell');
      expect(known).toEqual([expect.arrayContaining([String(replica.port), 'slave', 'ok'])]);
    }, WITHIN_MS);
    await master.kill();
    // The first command that succeeds may be followed by the sentinel's own message of the change, at which
    // the client reconnects.
    await eventually(async () => {
      expect(await redis.set('after', '1')).toBe('OK');
      expect(await port()).toBe(replica.port);
      expect(await redis.get('before')).toBe('1');
    }, WITHIN_MS);
  } finally {
    watcher.disconnect();
    redis.disconnect();
  }
}, 200_000);

it('word of a failover that comes while the client asks for the master does not end it', async () => {
  const master = await start((port) => redisArgs(port));
  const sentinel = new ScriptedSentinel(master.port);
  const url = `redis+sentinel://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${await sentinel.listen()}/likewell`;
  const redis = connectRedis(url, createLogger('test', 'silent'), 2000);
  try {
    await eventually(async () => expect(await redis.set('before', '1')).toBe('OK'));
    await eventually(() => expect(sentinel.isListenedTo).toBe(true));
    const asked = sentinel.hold();
    await redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'no').catch(() => undefined);
    const respond = await asked;
    sentinel.announceFailover();
    await eventually(() => expect(sentinel.isListenedTo).toBe(false));
    respond();
    await eventually(async () => expect(await redis.get('before')).toBe('1'));
  } finally {
    redis.disconnect();
    await sentinel.close();
  }
});

it('a sentinel that does not respond is asked again', async () => {
  const master = await start((port) => redisArgs(port));
  const sentinel = new ScriptedSentinel(master.port);
  const url = `redis+sentinel://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${await sentinel.listen()}/likewell`;
  const asked = sentinel.hold();
  const redis = connectRedis(url, createLogger('test', 'silent'), 2000);
  try {
    // The first request never gets a response.
    await asked;
    const respond = await sentinel.hold();
    respond();
    await eventually(async () => expect(await redis.set('after', '1')).toBe('OK'));
  } finally {
    redis.disconnect();
    await sentinel.close();
  }
});
