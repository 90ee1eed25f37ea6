// @ts-check
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
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
import { redisConf } from './redis.mjs';

/** What each process may do with the keys of each kind: read, write. */
const ALLOWED = /** @type {Record<string, Record<string, string>>} */ ({
  gateway: { limit: 'rw', session: 'r' },
  auth: { session: 'w' },
  'wallet-chain-watcher': { price: 'rw' },
  default: {},
});
const KINDS = ['limit', 'session', 'price', 'anything'];
const FOR_NOBODY = [
  'KEYS *',
  'SCAN 0',
  'FLUSHALL',
  'CONFIG GET *',
  'ACL LIST',
  'MONITOR',
  'DEL limit:1',
  'CLIENT LIST',
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

/**
 * @param {string} user
 * @param {string} command
 * @returns {string}
 */
function ask(user, command) {
  const { password } = new URL(cacheUrl(secret, user, 'redis://h:1'));
  const who = user === 'default' ? [] : ['--no-auth-warning', '--user', user, '--pass', password];
  const args = ['-p', String(port), ...who, ...command.split(' ')];
  return spawnSync(findBinary('redis-cli') ?? 'redis-cli', args, { encoding: 'utf8' }).stdout.trim();
}

const isForbidden = (/** @type {string} */ answer) => /NOPERM|NOAUTH/.test(answer);

test('every process that uses Redis is in the table', () => {
  const users = NODE_PROCESSES.filter(({ uses }) => uses.includes('cache')).map(({ name }) => name);
  assert.deepEqual(Object.keys(ALLOWED).sort(), [...users, 'default'].sort());
});

for (const [user, kinds] of Object.entries(ALLOWED))
  describe(user, () => {
    test('reaches its own keys alone', () => {
      const found = KINDS.map((kind) => {
        const reads = isForbidden(ask(user, `GET ${kind}:1`)) ? '' : 'r';
        const writes = isForbidden(ask(user, `SET ${kind}:1 1`)) ? '' : 'w';
        return [kind, reads + writes];
      });
      assert.deepEqual(
        found,
        KINDS.map((kind) => [kind, kinds[kind] ?? '']),
      );
    });

    test('neither lists nor empties nor configures', () => {
      for (const command of FOR_NOBODY) assert.ok(isForbidden(ask(user, command)), command);
    });
  });

test('a wrong password is nobody', () => {
  const args = [
    '-p',
    String(port),
    '--no-auth-warning',
    '--user',
    'auth',
    '--pass',
    'wrong',
    'SET',
    'session:1',
    '1',
  ];
  const { stdout, stderr } = spawnSync(findBinary('redis-cli') ?? 'redis-cli', args, { encoding: 'utf8' });
  assert.match(stdout + stderr, /WRONGPASS/);
});
