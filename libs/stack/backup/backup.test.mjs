// @ts-check
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresVersions } from '../machine/binaries.mjs';
import { findFreeBase } from '../machine/ports.mjs';
import { readRecord } from '../processes/record.mjs';
import { stopAll } from '../processes/stop-all.mjs';
import { psql, queryOrFail } from '../servers/psql.mjs';
import { startServers } from '../servers/start-servers.mjs';
import { openStack } from '../state/stack.mjs';
import { CHECKOUT } from '../state/stack-folder.mjs';
import { FAR_PORTS, PORT_COUNT } from '../topology.mjs';
import { restoreBackup } from './restore-backup.mjs';
import { takeBackup } from './take-backup.mjs';

const WRITERS = 8;
const skip = findPostgresVersions().length === 0 ? 'there is no Postgres on this machine' : false;

const folder = mkdtempSync(join(tmpdir(), 'likewell-backup-'));
// Postgres's own user must be able to reach its data.
chmodSync(folder, 0o755);
/** @type {import('../state/stack.mjs').Stack} */
let stack;

before(async () => {
  const PORT = String(await findFreeBase(23_080, PORT_COUNT, FAR_PORTS));
  const env = {
    ...process.env,
    PORT,
    STACK: 'drill',
    WAL_TO: join(folder, 'wal'),
    DATABASE_URL: '',
    REDIS_URL: 'redis://h',
    NATS_URL: 'nats://h',
  };
  stack = openStack({ env, folder, checkout: folder });
});
after(async () => {
  if (stack) await stopAll(stack);
  rmSync(folder, { recursive: true, force: true });
});

test('what was acknowledged is there after Postgres is killed and its data removed', { skip }, async () => {
  await startServers(stack);
  await psql(stack, 'likewell', 'create table paid (id text primary key)');
  await psql(stack, 'likewell', 'create schema auth; create table auth.session as select 1 as member_id');
  const writers = Array.from({ length: WRITERS }, (_, index) => startWriter(index));
  await untilAcknowledged(writers, 200);
  const { file } = await takeBackup(stack, join(folder, 'backups'));
  const whenBackedUp = acknowledged(writers).length;
  await untilAcknowledged(writers, whenBackedUp + 400);

  process.kill(-(readRecord(stack.recordFile('postgres'))?.pid ?? NaN), 'SIGKILL');
  await removeData();
  await Promise.all(writers.map(({ ended }) => ended));
  assert.ok(acknowledged(writers).length >= whenBackedUp + 400);

  await restoreBackup(stack, file, join(folder, 'wal'));
  assert.deepEqual(await missingOf(writers), { code: 0, output: '' });
  assert.equal(await sessions(), '1');

  // It continues as before: the receiver reconnects, and commits wait for it.
  await startServers(stack);
  const { code } = await psql(stack, 'likewell', "insert into paid values ('afterwards')");
  assert.equal(code, 0);
  assert.equal(await queryOrFail(stack, 'show synchronous_standby_names'), 'ANY 1 ("wal-receiver")');
});

test('while the receiver is away nothing is acknowledged, and once it is back all is', { skip }, async () => {
  process.kill(readRecord(stack.recordFile('wal-receiver'))?.pid ?? NaN, 'SIGKILL');
  const write = psql(stack, 'likewell', "insert into paid values ('received late')");
  const soon = new Promise((resolve) => setTimeout(resolve, 1500, 'waits'));
  assert.equal(await Promise.race([write, soon]), 'waits');
  await startServers(stack);
  assert.equal((await write).code, 0);
});

test('a backup that is not as it was written is rejected before anything is touched', { skip }, async () => {
  await startServers(stack);
  const { file } = await takeBackup(stack, join(folder, 'backups'));
  assert.match(readFileSync(`${file}.sha256`, 'utf8'), /^[0-9a-f]{64} {2}likewell-.*\.tar\.gz\n$/);
  appendFileSync(file, 'x');
  await assert.rejects(restoreBackup(stack, file), /not as it was written/);
  await assert.rejects(restoreBackup(stack, join(folder, 'none.tar.gz')), /There is no backup/);
  assert.equal(await queryOrFail(stack, 'select 1'), '1');
});

test('a backup has the WAL of its time, though checkpoints have ended meanwhile', { skip }, async () => {
  await startServers(stack);
  // A segment has 16 MB: together they are fewer than what is kept.
  const moveWal = async () => {
    for (let segment = 0; segment < 20; segment += 1) {
      await queryOrFail(stack, "select pg_logical_emit_message(false, 'test', 'moves'), pg_switch_wal()");
      await queryOrFail(stack, 'checkpoint');
    }
  };
  await Promise.all([takeBackup(stack, join(folder, 'backups')), moveWal()]);
});

test(
  'with a backup alone no session comes back: one that was ended since would be open',
  { skip },
  async () => {
    await startServers(stack);
    const { file } = await takeBackup(stack, join(folder, 'backups'));
    assert.equal(await sessions(), '1');
    await restoreBackup(stack, file);
    assert.equal(await sessions(), '0');
  },
);

test('the page asks the old database, and what it prints is done in the restored one', { skip }, async () => {
  await startServers(stack);
  const wallets = `create schema wallet_chain_watcher; set search_path to wallet_chain_watcher;
    create table wallet (member_id bigint, address text);
    create table unlinked_wallet as table wallet; create table left_member as select member_id from wallet;
    create table deposit_assignment as select 1 as id, timestamptz '2026-11-28' as at, '\\xab'::bytea as signature,
      1020 as member_id, 'anna' as operator, 'Shown by a withdrawal' as reason;
    insert into wallet values (1017, 'one'), (1017, 'two'), (1018, 'three'), (1019, 'four');
    create table auth.member (id bigint generated always as identity (start 1000), name text);
    create table auth.made_since (id bigint generated always as identity);
    create table auth.empty (id bigint generated always as identity)`;
  const register = (/** @type {string} */ name) =>
    psql(stack, 'likewell', `insert into auth.member (name) values ('${name}') returning id`);
  const linked = 'select string_agg(address, $$ $$ order by address) from wallet_chain_watcher.wallet';
  await psql(stack, 'likewell', wallets);
  await psql(stack, 'likewell', "insert into wallet_chain_watcher.unlinked_wallet values (1017, 'two')");
  await psql(stack, 'likewell', 'insert into wallet_chain_watcher.left_member values (1018)');
  for (const name of ['since', 'later']) await register(name);
  await psql(stack, 'likewell', 'insert into auth.made_since default values');
  const [before = '', after = ''] = commandsOfPage();
  runCommands(before);
  assert.equal((await psql(stack, 'likewell', linked)).output.trim(), 'four one three two');
  assert.match(
    readFileSync(join(folder, 'assigned.txt'), 'utf8'),
    /^ ab \| +1020 \| anna \| Shown by a withdrawal$/m,
  );
  await psql(stack, 'likewell', 'truncate auth.member restart identity; drop table auth.made_since');
  runCommands(after);
  assert.equal((await psql(stack, 'likewell', linked)).output.trim(), 'four one');
  assert.match((await register('newcomer')).output, /^1002$/m);
  runCommands(after);
  assert.match((await register('another')).output, /^1003$/m);
  const numbers = join(folder, 'numbers.sql');
  writeFileSync(numbers, readFileSync(numbers, 'utf8').replace(/(?<=system_identifier = )\d+/, '1'));
  await psql(stack, 'likewell', 'truncate auth.member restart identity');
  assert.throws(() => runCommands(after), /these numbers are of another database/);
  assert.match((await register('first')).output, /^1000$/m);
});

/** The commands by which the page speaks to Postgres, before `make down` and after it. */
function commandsOfPage() {
  const page = readFileSync(join(CHECKOUT, 'docs/operations/backup-and-restore.md'), 'utf8');
  const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(page) ?? [];
  const [define = ''] = block.match(/^sql\(\) .*$/m) ?? [];
  return block.split(/^make down/m).map((part) => {
    const lines = part.match(/^sql .*$/gm) ?? [];
    return [define, ...lines]
      .join('\n')
      .replace('"/…/', `"${stack.state}/`)
      .replace('8082', String(stack.portOf('postgres')));
  });
}

/** @param {string} commands */
function runCommands(commands) {
  execFileSync('bash', ['-euc', commands.replaceAll(/ (?=services\/|libs\/)/g, ` ${CHECKOUT}/`)], {
    cwd: folder,
    stdio: 'pipe',
  });
}

const sessions = async () =>
  (await psql(stack, 'likewell', 'select count(*) from auth.session')).output.trim();

/**
 * Removes the data of Postgres. Its backends notice a moment later that it is gone, and may make another file in
 * a folder while that is removed; `maxRetries` of `rmSync` would not remove that file.
 */
async function removeData() {
  for (const deadline = Date.now() + 30_000; ; await sleep(20)) {
    try {
      return rmSync(join(stack.state, 'postgres'), { recursive: true });
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/**
 * Starts a connection that writes rows one after the other, and records those that Postgres has acknowledged.
 * @param {number} index
 */
function startWriter(index) {
  const binary = join(findPostgresVersions()[0]?.folder ?? '', 'psql');
  const args = [
    '--no-psqlrc',
    '-qtA',
    '-v',
    'ON_ERROR_STOP=1',
    '-h',
    '127.0.0.1',
    '-U',
    'postgres',
    '-d',
    'likewell',
  ];
  const child = spawn(binary, [...args, '-p', String(stack.portOf('postgres'))], {
    env: { ...process.env, PGPASSWORD: stack.secret('postgres.superuser') },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  /** @type {string[]} */
  const ids = [];
  const write = () => child.stdin.write(`insert into paid values ('${index}-${ids.length}') returning id;\n`);
  child.stdin.on('error', () => undefined);
  createInterface(child.stdout).on('line', (id) => {
    ids.push(id);
    write();
  });
  write();
  return { ids, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** @param {{ ids: string[] }[]} writers */
const acknowledged = (writers) => writers.flatMap(({ ids }) => ids);

/**
 * Asks Postgres which of the acknowledged rows it lacks: a fast machine writes more of them than are kept of an
 * output. Each writer numbers its rows.
 * @param {{ ids: string[] }[]} writers
 */
function missingOf(writers) {
  const counts = writers.map(({ ids }, index) => `(${index}, ${ids.length})`);
  return psql(
    stack,
    'likewell',
    `with acknowledged as (select writer || '-' || number as id
       from (values ${counts.join(', ')}) w (writer, count), generate_series(0, count - 1) number)
     select id from acknowledged where id not in (select id from paid)`,
  );
}

/** @param {{ ids: string[] }[]} writers @param {number} count */
async function untilAcknowledged(writers, count) {
  // Each row waits for the disk twice.
  const deadline = Date.now() + 120_000;
  while (acknowledged(writers).length < count) {
    assert.ok(Date.now() < deadline, `only ${acknowledged(writers).length} rows were acknowledged`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
