// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROLL_OUT = fileURLToPath(new URL('../roll-out.sh', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'likewell-roll-out-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * Runs the script with a kubectl that notes what it was asked for.
 * @param {string} failing a step whose jobs fail
 */
function rollOut(failing = 'none') {
  const calls = join(folder, `calls-${failing}`);
  const kubectl = [
    '#!/bin/bash',
    `echo "$*" >>"${calls}"`,
    `case "$*" in`,
    `*" wait job "*likewell/step=${failing}*) exit 1 ;;`,
    `*" get job "*likewell/step=${failing}*) echo True ;;`,
    'esac',
  ];
  writeFileSync(join(folder, 'kubectl'), `${kubectl.join('\n')}\n`, { mode: 0o755 });
  const { status, stderr } = spawnSync('bash', [ROLL_OUT, 'local'], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  const steps = readFileSync(calls, 'utf8')
    .split('\n')
    .map((call) => /(apply|delete job) .*likewell\/step=(\w+)/.exec(call))
    .flatMap((found) => (found ? [`${found[1]} ${found[2]}`] : []));
  return { status, stderr, steps };
}

test('servers, roles, tables and processes come in this order', () => {
  const { status, steps } = rollOut();
  assert.equal(status, 0);
  assert.deepEqual(steps, [
    'apply servers',
    'delete job provision',
    'apply provision',
    'delete job migrate',
    'apply migrate',
    'apply processes',
  ]);
});

test('a migration that fails leaves the processes of the version before as they are', () => {
  const { status, stderr, steps } = rollOut('migrate');
  assert.equal(status, 1);
  assert.match(stderr, /"migrate" failed; the version before goes on serving/);
  assert.equal(steps.includes('apply processes'), false);
});
