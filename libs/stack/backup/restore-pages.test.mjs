// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../../docs/operations/${name}`, import.meta.url), 'utf8');
const page = read('backup-and-restore.md');
const [machine = '', , cluster = ''] = page.split(/^## (?:What a restore .*|In Kubernetes)$/m);
const [, compose = ''] = read('compose.md').split(/^## Restore$/m);

/** By the place where Likewell runs: its section, and what is done there one after the other. */
const RESTORES = {
  'on one machine': {
    section: machine,
    steps: [
      'unlinked-wallets.sql >unlink.sql',
      'assigned-deposits.sql >assigned.txt',
      'given-numbers.sql >numbers.sql',
      'make down',
      'make restore',
      'sql -f unlink.sql -f numbers.sql',
      'make up ',
      'make assign-deposit',
    ],
  },
  'in Docker Compose': {
    section: compose,
    steps: [
      'stop gateway',
      'security-events.js',
      'stop $(',
      'unlinked-wallets.sql >unlink.sql',
      'assigned-deposits.sql >assigned.txt',
      'given-numbers.sql >numbers.sql',
      'docker volume rm',
      'pg_verifybackup',
      'Then all others, and then `assign-deposit.js`',
      'cat unlink.sql numbers.sql | docker compose',
      'up -d --wait\n',
    ],
  },
  'in Kubernetes': {
    section: cluster,
    steps: [
      'scale deploy/gateway --replicas=0',
      'security-events.js',
      'scale deploy -l likewell/runtime=node --replicas=0',
      'pod -l likewell/bus=yes --for=delete',
      'unlinked-wallets.sql >unlink.sql',
      'assigned-deposits.sql >assigned.txt',
      'given-numbers.sql >numbers-postgres.sql',
      'pg_switch_wal',
      'delete cluster',
      'roll-out.sh recovery',
      'cat unlink.sql numbers-postgres.sql | kubectl',
      'then all others, then tips, and then `assign-deposit.js`',
      'scale deploy -l likewell/runtime=node --replicas=2',
    ],
  },
};

for (const [place, { section, steps }] of Object.entries(RESTORES))
  test(`the old database is asked when nobody writes, and what it says done before others start: ${place}`, () => {
    let end = 0;
    for (const step of steps) {
      const begin = section.indexOf(step, end);
      assert.notEqual(begin, -1, `"${step}" does not come after what has to be done before`);
      end = begin + step.length;
    }
  });

test('a deposit is assigned once more when all run, by the name that its member has then', () => {
  const [row = ''] = page.match(/^\|.*`assigned\.txt`.*$/m) ?? [];
  assert.match(row, /\*\*Once all run\*\*.*`SELECT username FROM auth\.member WHERE id = \d+` gives then/);
});

test('a list that is cut off is asked for further, by the word of its last line', () => {
  const command = read('../../services/auth/src/cli/security-events-command.ts');
  const [line = 'no such line'] = command.match(/There is more: until=/) ?? [];
  assert.ok(page.includes(`\`${line}…\``));
});
