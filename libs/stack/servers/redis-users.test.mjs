// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinary } from '../machine/binaries.mjs';
import { findFreeBase } from '../machine/ports.mjs';
import { cacheUrl, cacheUsersAcl, NODE_PROCESSES } from '../topology.mjs';
import { askRedis } from './redis-cli.mjs';
import { redisConf } from './redis.mjs';

/** Commands, with their effect on the key that they name. */
const COMMANDS = /** @type {Record<string, (key: string) => { command: string, does: string }>} */ ({
  get: (key) => ({ command: `GET ${key}`, does: 'r' }),
  mget: (key) => ({ command: `MGET ${key}`, does: 'r' }),
  set: (key) => ({ command: `SET ${key} 1`, does: 'w' }),
  eval: (key) => ({ command: `EVAL return(1) 1 ${key}`, does: 'rw' }),
  del: (key) => ({ command: `DEL ${key}`, does: 'w' }),
  expire: (key) => ({ command: `EXPIRE ${key} 9`, does: 'w' }),
  incr: (key) => ({ command: `INCR ${key}`, does: 'rw' }),
  getdel: (key) => ({ command: `GETDEL ${key}`, does: 'rw' }),
  exists: (key) => ({ command: `EXISTS ${key}`, does: 'r' }),
  dump: (key) => ({ command: `DUMP ${key}`, does: 'r' }),
});
/** Declared rules of every process on the bus; most have none. */
const RULES = NODE_PROCESSES.filter(({ uses }) => uses.includes('bus')).map(({ name, cacheRules = [] }) => ({
  name,
  keys: cacheRules.flatMap((rule) => {
    const [, right = '', prefix = ''] = /^(?:%([RW]+))?~(.+)\*$/.exec(rule) ?? [];
    return prefix === '' ? [] : [{ prefix, may: right === '' ? 'rw' : right.toLowerCase() }];
  }),
  commands: cacheRules.filter((rule) => rule.startsWith('+')).map((rule) => rule.slice(1)),
}));
const PREFIXES = [...new Set(RULES.flatMap(({ keys }) => keys.map(({ prefix }) => prefix))), 'anything:'];
/** Commands that no process needs and an intruder would like to use. */
const FOR_NOBODY = [
  ...'KEYS *, SCAN 0, RANDOMKEY, DBSIZE, FLUSHALL, FLUSHDB, CONFIG GET *, CONFIG SET dir /tmp, ACL LIST'.split(
    ', ',
  ),
  ...'ACL SETUSER x on nopass ~* +@all, MONITOR, CLIENT LIST, CLIENT KILL TYPE normal, DEBUG SLEEP 5'.split(
    ', ',
  ),
  ...'SHUTDOWN NOSAVE, SAVE, BGREWRITEAOF, REPLICAOF 127.0.0.1 1, SLAVEOF NO ONE, MODULE LIST'.split(', '),
  ...'SCRIPT FLUSH, FUNCTION LIST, SUBSCRIBE x, PUBLISH x y, MIGRATE 127.0.0.1 1 x 0 1, DEL limit:1'.split(
    ', ',
  ),
  ...'RENAME session:1 x, DEL session:1, EXPIRE session:1 1, OBJECT ENCODING session:1, DUMP session:1'.split(
    ', ',
  ),
];

const secret = (/** @type {string} */ name) => createHash('sha256').update(name).digest('hex');
const folder = mkdtempSync(join(tmpdir(), 'likewell-redis-users-'));
/** @type {import('node:child_process').ChildProcess} */
let server;
let port = 0;

before(async () => {
  port = await findFreeBase(27_900, 1, []);
  writeFileSync(join(folder, 'users.acl'), cacheUsersAcl(secret));
  writeFileSync(join(folder, 'redis.conf'), redisConf(port, folder, join(folder, 'users.acl')));
  server = spawn(findBinary('redis-server') ?? 'redis-server', [join(folder, 'redis.conf')], {
    stdio: 'ignore',
  });
  for (let turn = 0; turn < 200 && ask('default', 'PING') !== 'PONG'; turn += 1) await sleep(50);
});
after(async () => {
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

/** @param {string} user @param {string} command @returns {string} */
function ask(user, command) {
  const address = `redis://127.0.0.1:${port}`;
  return askRedis(user === 'default' ? address : cacheUrl(secret, user, address), command);
}

const isForbidden = (/** @type {string} */ response) =>
  /NOPERM|NOAUTH|WRONGPASS|DEBUG command not allowed/.test(response);

test('seven processes are in the table, and what they declare is read from it', () => {
  assert.equal(RULES.length, 7);
  assert.deepEqual(
    RULES.flatMap(({ name, keys }) => keys.map(({ prefix, may }) => `${name} ${prefix} ${may}`)),
    ['gateway limit: rw', 'gateway session: r', 'auth session: rw', 'wallet-chain-watcher price: rw'],
  );
});

for (const { name, keys, commands } of [...RULES, { name: 'default', keys: [], commands: [] }])
  describe(name, () => {
    test('does to each kind of key what it declares, and nothing else', () => {
      for (const prefix of PREFIXES)
        for (const [verb, make] of Object.entries(COMMANDS)) {
          const { command, does } = make(`${prefix}1`);
          const may = keys.find((key) => key.prefix === prefix)?.may ?? '';
          const expected = commands.includes(verb) && Array.from(does).every((right) => may.includes(right));
          assert.equal(!isForbidden(ask(name, command)), expected, command);
        }
    });

    test('neither lists nor empties nor configures', () => {
      for (const command of FOR_NOBODY) assert.ok(isForbidden(ask(name, command)), command);
    });
  });

test('a wrong password is nobody', () => {
  for (const name of [...RULES.map(({ name }) => name), 'root', 'admin'])
    assert.match(askRedis(`redis://${name}:wrong@127.0.0.1:${port}`, 'SET session:1 1'), /WRONGPASS/);
});
