// @ts-check
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreeBase } from '../machine/ports.mjs';
import { FAR_PORTS, PORT_COUNT } from '../topology.mjs';
import { bootId, startOf } from '../machine/process-table.mjs';
import { openStack } from '../state/stack.mjs';
import { ensureRunning, isUpToDate } from './ensure-running.mjs';
import { httpProbe } from './probes.mjs';
import { isAlive, parseRecord, readRecord } from './record.mjs';
import { runTogether } from './run-together.mjs';
import { clearDead, stopAll, stopOrder } from './stop-all.mjs';
import { stopProcess } from './stop.mjs';

const folder = mkdtempSync(join(tmpdir(), 'likewell-processes-'));
const PORT = String(await findFreeBase(21_000, PORT_COUNT, FAR_PORTS));
const stack = openStack({ env: { PORT, STACK: 'unit' }, folder });
afterEach(() => stopAll(stack));
after(() => rmSync(folder, { recursive: true }));

/**
 * @param {string} name
 * @param {number} offset
 * @param {Record<string, string>} [env]
 * @returns {import('./ensure-running.mjs').ProcessSpec}
 */
function fake(name, offset, env = {}) {
  const port = stack.port(offset);
  return {
    name,
    command: process.execPath,
    args: [fileURLToPath(new URL('./fake-service.mjs', import.meta.url))],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HEALTH_PORT: String(port), ...env },
    stopSignal: 'SIGTERM',
    content: '',
    ports: [port],
    probe: httpProbe(`http://127.0.0.1:${port}/`),
    readyWithinMs: 60_000,
  };
}

const pidOf = (/** @type {string} */ name) => readRecord(stack.recordFile(name))?.pid ?? 0;

test('a second start keeps what runs, and a changed environment restarts it', async () => {
  assert.equal(await ensureRunning(stack, fake('a', 5)), 'started');
  const first = pidOf('a');
  assert.equal(await ensureRunning(stack, fake('a', 5)), 'kept');
  assert.equal(pidOf('a'), first);
  assert.equal(await ensureRunning(stack, fake('a', 5, { LOG_LEVEL: 'debug' })), 'restarted');
  assert.notEqual(pidOf('a'), first);
});

test('a process is up to date while it runs with the variables that it is to have, and looking changes nothing', async () => {
  assert.ok(!isUpToDate(stack, fake('a', 5)));
  await ensureRunning(stack, fake('a', 5, { TIMEOUTS: 'laptop' }));
  const first = pidOf('a');
  assert.ok(isUpToDate(stack, fake('a', 5, { TIMEOUTS: 'laptop' })));
  assert.ok(!isUpToDate(stack, fake('a', 5, { TIMEOUTS: 'production' })));
  assert.equal(pidOf('a'), first);
});

test('another terminal with another PATH restarts nothing', async () => {
  await ensureRunning(stack, fake('a', 5));
  assert.equal(await ensureRunning(stack, fake('a', 5, { PATH: `/elsewhere:${process.env.PATH}` })), 'kept');
});

test('a process that dies at its start is named at once, with its reason and its log', async () => {
  const started = performance.now();
  const spec = { ...fake('broken', 5, { MODE: 'crash' }), readyWithinMs: 600_000 };
  await assert.rejects(ensureRunning(stack, spec), (/** @type {any} */ error) => {
    assert.equal(error.message, 'broken exited instead of becoming healthy.');
    assert.deepEqual(error.details, [
      'boot failed: no database',
      `The whole log: ${stack.logFile('broken')}`,
    ]);
    return true;
  });
  assert.ok(performance.now() - started < spec.readyWithinMs / 10, 'long before its time is over');
});

test('a process that never becomes healthy is given up after its time', async () => {
  const spec = { ...fake('slow', 5, { MODE: 'never-ready' }), readyWithinMs: 500 };
  await assert.rejects(ensureRunning(stack, spec), /slow did not become healthy within 0.5 s/);
});

test('every one of several failures is named, and the others run', async () => {
  const specs = [fake('good', 5), fake('bad', 6, { MODE: 'crash' }), fake('worse', 7, { MODE: 'crash' })];
  await assert.rejects(runTogether(stack, specs), (/** @type {any} */ error) => {
    const text = [error.message, ...error.details].join('\n');
    assert.match(text, /bad exited/);
    assert.match(text, /worse exited/);
    return true;
  });
  assert.ok(isAlive(readRecord(stack.recordFile('good'))));
});

test('a port that somebody else holds is not taken for a healthy start', async () => {
  await ensureRunning(stack, fake('first', 5));
  await assert.rejects(ensureRunning(stack, fake('second', 5)), /A port is busy/);
});

test('a killed process is started again', async () => {
  await ensureRunning(stack, fake('a', 5));
  const record = readRecord(stack.recordFile('a'));
  process.kill(pidOf('a'), 'SIGKILL');
  while (isAlive(record)) await sleep(5);
  await clearDead(stack);
  assert.equal(await ensureRunning(stack, fake('a', 5)), 'started');
});

test('one that does not listen to SIGTERM is killed after the time to drain', async () => {
  await ensureRunning(stack, fake('deaf', 5, { MODE: 'deaf' }));
  const record = readRecord(stack.recordFile('deaf'));
  assert.equal(await stopProcess(stack.recordFile('deaf'), 300), 'killed');
  assert.ok(!isAlive(record));
});

test('a recycled process number is left in peace', async (t) => {
  const stranger = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' });
  t.after(() => stranger.kill('SIGKILL'));
  const { pid = 0 } = stranger;
  writeFileSync(stack.recordFile('old'), `${pid} 12345 ${bootId()} print SIGTERM\n`);
  assert.equal(await stopProcess(stack.recordFile('old')), 'was not running');
  assert.ok(startOf(pid), 'the stranger lives');
});

test('a process starts in a session of its own and writes its own record', async () => {
  await ensureRunning(stack, fake('a', 5));
  const record = readRecord(stack.recordFile('a'));
  assert.equal(record?.start, startOf(pidOf('a')));
  assert.equal(record?.boot, bootId());
  if (process.platform === 'linux') {
    const stat = readFileSync(`/proc/${pidOf('a')}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ');
    assert.equal(Number(stat?.[3]), pidOf('a'), 'it leads its session');
  }
});

test('half a record is no record', () => {
  assert.equal(parseRecord(''), undefined);
  assert.equal(parseRecord('12 34'), undefined);
  assert.equal(parseRecord('1 2 boot print SIGTERM'), undefined);
  assert.equal(parseRecord('12 34 boot print SIGKILL'), undefined);
  assert.equal(parseRecord('12 34 boot print SIGTERM')?.pid, 12);
});

test('the door closes first, and the servers stop last but for who receives what the database writes', () => {
  assert.deepEqual(stopOrder(['wal-receiver', 'postgres', 'auth', 'nginx', 'retired', 'nats']), [
    ['nginx'],
    ['auth', 'retired'],
    ['postgres', 'nats'],
    ['wal-receiver'],
  ]);
});
