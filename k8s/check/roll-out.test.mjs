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

/** What an overlay with two Clusters has: its kind, its name, and the folder of its backups. */
const CLUSTERS = 'Cluster postgres postgres\\nCluster postgres-posts posts';

/**
 * Runs the script with a fake kubectl that records its commands, in a cluster with CloudNativePG.
 * @param {string} failing a step whose jobs fail
 * @param {boolean} hasClusters whether the overlay has two Postgres of the operator
 * @param {string} stopped the deployments at 0 replicas, in kubectl's output format
 * @param {string[]} words the script's arguments
 * @param {{ jobs?: string, pods?: string, looks?: number, unanswered?: number, live?: string }} [of] the jobs of the
 *   failing step and those of its pods that wait for their start, in kubectl's output format; how often one looks, half a
 *   minute each, before migrations have ended; how many of the first questions for jobs the API does not answer; the
 *   folder that the second Postgres writes to by now
 */
function rollOut(
  failing = 'none',
  hasClusters = true,
  stopped = '',
  words = ['local'],
  { jobs = 'job True', pods = '', looks = 0, unanswered = 0, live = '' } = {},
) {
  const calls = join(folder, 'calls');
  const ticks = join(folder, 'ticks');
  for (const file of [calls, ticks]) writeFileSync(file, '');
  const kubectl = [
    '#!/bin/bash',
    `echo "$*" >>"${calls}"`,
    `case "$*" in`,
    `*" wait job "*likewell/step=${failing}*) exit 1 ;;`,
    `*" wait job "*likewell/step=migrate*) test "$(grep -c 'wait job .*step=migrate' "${calls}")" -gt ${looks} ;;`,
    `*" get job "*) test "$(grep -c ' get job ' "${calls}")" -gt ${unanswered} || exit 1 ;;&`,
    `*" get pod "*likewell/step=${failing}*) echo -n "${pods}" ;;`,
    `*" get job "*likewell/step=${failing}*) echo "${jobs}" ;;`,
    '*" get job "*) echo "job " ;;',
    `*" get deployment "*likewell/step=processes*"@.spec.replicas==0"*) echo -n "${stopped}" ;;`,
    `*" create --dry-run=client "*) echo -e 'Service redis \\n${hasClusters ? CLUSTERS : ''}' ;;`,
    `*" get cluster.postgresql.cnpg.io/postgres-posts "*serverName*) echo -n "${live}" ;;`,
    'esac',
  ];
  writeFileSync(join(folder, 'kubectl'), `${kubectl.join('\n')}\n`, { mode: 0o755 });
  const clock = `echo >>"${ticks}"; echo $(( $(wc -l <"${ticks}") * 30 ))`;
  writeFileSync(join(folder, 'date'), `#!/bin/bash\n${clock}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'sleep'), '#!/bin/bash\n', { mode: 0o755 });
  const { status, stderr } = spawnSync('bash', [ROLL_OUT, ...words], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
    timeout: 60_000,
  });
  const called = readFileSync(calls, 'utf8');
  const steps = called
    .split('\n')
    .map((call) => /(apply|delete job) .*likewell\/step=(\w+)/.exec(call))
    .flatMap((found) => (found ? [`${found[1]} ${found[2]}`] : []));
  return {
    status,
    stderr,
    steps,
    called,
    waits: [...called.matchAll(/wait cluster\.postgresql\.cnpg\.io\/(\S+)/g)].map(([, name]) => name),
  };
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

test("each of the operator's Postgres is waited for, and none where the overlay has none", () => {
  assert.deepEqual(rollOut().waits, ['postgres', 'postgres-posts']);
  const { status, waits } = rollOut('none', false);
  assert.deepEqual([status, waits], [0, []]);
});

test('WAL of the time after a restore is not sent to the folder of the time before', () => {
  const { status, stderr, steps } = rollOut('none', true, '', ['production'], { live: 'posts-2' });
  assert.deepEqual([status, steps], [1, []]);
  assert.match(
    stderr,
    /^Nothing is changed: the Cluster postgres-posts writes to the folder posts-2 .*\nposts, /m,
  );
  assert.equal(rollOut('none', true, '', ['production'], { live: 'posts' }).status, 0);
});

test('a migration that fails leaves the processes of the version before as they are', () => {
  const { status, stderr, steps } = rollOut('migrate');
  assert.equal(status, 1);
  assert.match(stderr, /"migrate" failed; the version before goes on serving/);
  assert.equal(steps.includes('apply processes'), false);
});

test('a migration is waited for as long as its job may take', () => {
  const { status, steps } = rollOut('none', true, '', ['local'], { looks: 100 });
  assert.deepEqual([status, steps.at(-1)], [0, 'apply processes']);
});

test('a job whose pod cannot start is not waited for until its deadline, and one says why', () => {
  const pods = 'migrate-auth-7x2b9 ImagePullBackOff';
  const { status, stderr, steps } = rollOut('migrate', true, '', ['local'], { jobs: 'job ', pods });
  assert.deepEqual([status, steps.at(-1)], [1, 'apply migrate']);
  assert.match(stderr, /not started for 15 minutes; .*\nmigrate-auth-7x2b9 ImagePullBackOff$/m);
});

test('whoever waits for long sees each minute what runs', () => {
  const { called } = rollOut('none', true, '', ['local'], { looks: 6 });
  assert.equal(called.match(/get pod --selector likewell\/step=migrate$/gm)?.length, 3);
});

test('a question that the API does not answer ends no roll-out', () => {
  const { status, steps } = rollOut('none', true, '', ['local'], { looks: 4, unanswered: 2 });
  assert.deepEqual([status, steps.at(-1)], [0, 'apply processes']);
});

test('jobs that somebody has deleted are not waited for', () => {
  const { status, steps } = rollOut('migrate', true, '', ['local'], { jobs: '' });
  assert.deepEqual([status, steps.at(-1)], [1, 'apply migrate']);
});

test('what was scaled to 0 stays there, and the roll-out says so and how it comes back', () => {
  const { status, stderr, steps } = rollOut('none', true, ' deploy/posts deploy/auth');
  assert.equal(status, 1);
  assert.equal(steps.at(-1), 'apply processes');
  assert.match(stderr, /^kubectl --namespace likewell scale --replicas=2 deploy\/posts deploy\/auth$/m);
});

test('roles alone are provided without a wait for pods whose login is no longer theirs', () => {
  const { status, stderr, steps, called } = rollOut('none', true, ' deploy/posts', ['local', 'provision']);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(steps, ['delete job provision', 'apply provision']);
  assert.doesNotMatch(called, /rollout status|wait cluster/);
});

test('roles alone that fail fail the command, so that nothing is restarted after it', () => {
  const { status, stderr } = rollOut('provision', true, '', ['local', 'provision']);
  assert.equal(status, 1);
  assert.match(stderr, /"provision" failed/);
});

test('a step that cannot be run alone is rejected before anything is rendered or changed', () => {
  for (const words of [['migrate'], [''], ['provision', 'migrate']]) {
    const { status, stderr, called } = rollOut('none', true, '', ['local', ...words]);
    assert.equal(status, 2);
    assert.match(stderr, /^Usage: k8s\/roll-out\.sh <overlay> \[provision\]/);
    assert.equal(called, '');
  }
});

test('a change of a password provides roles alone', () => {
  const page = readFileSync(new URL('../../docs/operations/secrets.md', import.meta.url), 'utf8');
  const commands = [...page.matchAll(/k8s\/roll-out\.sh ([a-z ]+[a-z])/g)].map(([, words]) => words);
  assert.deepEqual([...new Set(commands)], ['production provision']);
});
