// @ts-check
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { bootId } from '../machine/process-table.mjs';
import { takeLock } from './lock.mjs';
import { openSecrets } from './secrets.mjs';
import { checkoutFolder } from './stack-folder.mjs';
import { openStack, ownServers, parsePort, urlFor } from './stack.mjs';

const folder = mkdtempSync(join(tmpdir(), 'likewell-state-'));
after(() => rmSync(folder, { recursive: true }));

test('root keeps state in /var/lib, a person at home, and LIKEWELL_STATE wins', () => {
  const from = { checkout: '/root/x', env: {}, home: '/home/a', root: true };
  assert.match(checkoutFolder(from), /^\/var\/lib\/likewell\/x-[0-9a-f]{8}$/);
  assert.match(checkoutFolder({ ...from, root: false }), /^\/home\/a\/\.local\/state\/likewell\/x-/);
  assert.match(checkoutFolder({ ...from, root: false, env: { XDG_STATE_HOME: '/s' } }), /^\/s\/likewell\/x-/);
  assert.match(checkoutFolder({ ...from, env: { LIKEWELL_STATE: '/mine' } }), /^\/mine\/x-/);
});

test('two checkouts of one name keep apart', () => {
  const from = { env: {}, home: '/home/a', root: true };
  assert.notEqual(
    checkoutFolder({ ...from, checkout: '/a/x' }),
    checkoutFolder({ ...from, checkout: '/b/x' }),
  );
});

test('a secret is made once, and only its owner may read the file', () => {
  const file = join(folder, 'secrets.json');
  const made = openSecrets(file).get('one');
  assert.match(made, /^[0-9a-f]{64}$/);
  assert.equal(openSecrets(file).get('one'), made);
  assert.notEqual(openSecrets(file).get('two'), made);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a stack remembers its base port, and a given one wins', () => {
  const open = (/** @type {Record<string, string>} */ env) => openStack({ env, folder });
  assert.equal(open({}).basePort, 8080);
  open({ PORT: '9000' }).rememberPort();
  assert.equal(open({}).basePort, 9000);
  assert.equal(open({}).natsUrl, 'nats://127.0.0.1:9004');
  assert.equal(open({ PORT: '9500' }).redisUrl, 'redis://127.0.0.1:9503');
  assert.equal(open({ STACK: 'e2e' }).basePort, 8080);
});

test('a port or a name that cannot work is rejected', () => {
  assert.throws(() => parsePort('80'));
  assert.throws(() => parsePort('8080x'));
  assert.throws(() => openStack({ env: { STACK: '../up' }, folder }));
});

test('a role logs in to the same server and database as the administrator', () => {
  assert.equal(
    urlFor('postgres://admin:a%40b@db.example:6000/app?sslmode=require', 'likewell_auth', 'p/w'),
    'postgres://likewell_auth:p%2Fw@db.example:6000/app?sslmode=require',
  );
  const stack = openStack({ env: { DATABASE_URL: 'postgres://a:b@db.example/app' }, folder });
  assert.match(
    stack.roleUrl('likewell_posts'),
    /^postgres:\/\/likewell_posts:[0-9a-f]{64}@db\.example\/app$/,
  );
});

test('a server that a variable points elsewhere is not started', () => {
  const stack = openStack({ env: { DATABASE_URL: 'postgres://a:b@h/d', NATS_URL: 'nats://h:4222' }, folder });
  assert.deepEqual(
    ownServers(stack).map(({ name }) => name),
    ['redis'],
  );
});

test('a lock is held by one, and that of a dead process is taken over', async () => {
  const file = join(folder, 'lock');
  const release = await takeLock(file, 'first');
  await assert.rejects(takeLock(file, 'second', 50), /"first" \(process \d+\) still holds/);
  release();
  const dead = { pid: process.pid, start: 'another time', boot: bootId(), what: 'killed' };
  writeFileSync(file, JSON.stringify(dead));
  const again = await takeLock(file, 'third', 60_000);
  release();
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).what, 'third', 'a second release takes it from nobody');
  again();
});
