// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAKE = fileURLToPath(new URL('../overlays/local/make-secrets.mjs', import.meta.url));

/** @typedef {{ metadata: { name: string }, stringData: Record<string, string> }} Secret */

/** @param {string} input existing secrets as kubectl prints them */
function make(input) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAKE], { input, encoding: 'utf8' });
  /** @type {Secret[]} */
  const items = status === 0 ? JSON.parse(stdout).items : [];
  return { status, stderr, items };
}

/** @param {Secret[]} items the secrets in the form in which kubectl prints existing ones */
const asKept = (items) =>
  JSON.stringify({
    items: items.map(({ metadata, stringData }) => ({
      metadata,
      data: Object.fromEntries(
        Object.entries(stringData).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
      ),
    })),
  });

test('secrets that are there stay what they are, and one that is missing is of a piece with them', () => {
  const first = make('{"items":[]}').items;
  assert.ok(first.length > 10);
  assert.notDeepEqual(make('').items, first);
  assert.deepEqual(make(asKept(first)).items, first);
  const withoutAuth = first.filter(({ metadata }) => !metadata.name.startsWith('auth'));
  assert.deepEqual(make(asKept(withoutAuth)).items, first);
});

test('what kubectl takes a while to list is waited for', () => {
  const late = `{ sleep 2; echo '{"items":[]}'; } | "$0" "$1"`;
  const { status, stderr } = spawnSync('sh', ['-c', late, process.execPath, MAKE], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('passwords that nobody has written down are not replaced', () => {
  const first = make('').items;
  const { status, stderr } = make(asKept(first.filter(({ metadata }) => metadata.name !== 'made')));
  assert.equal(status, 1);
  assert.match(stderr, /older version/);
});
