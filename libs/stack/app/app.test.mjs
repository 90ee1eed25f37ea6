// @ts-check
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStack } from '../state/stack.mjs';
import { NODE_PROCESSES, PORT_COUNT, SERVERS, WEB, GATEWAY_PORT } from '../topology.mjs';
import { filesBelow, fingerprintByContent, fingerprintByTime } from './fingerprint.mjs';
import { environmentOf } from './node-specs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'likewell-app-'));
after(() => rmSync(folder, { recursive: true }));

const [gateway, , posts] = NODE_PROCESSES;
assert.ok(gateway && posts);

test('no two listeners of a stack share a port, and all fit into its row of ports', () => {
  const offsets = [WEB.port, GATEWAY_PORT, ...SERVERS.map(({ port }) => port)];
  offsets.push(...NODE_PROCESSES.map(({ healthPort }) => healthPort));
  assert.equal(new Set(offsets).size, offsets.length);
  assert.ok(Math.max(...offsets) < PORT_COUNT);
});

test("a variable of the environment wins over a laptop's default, but never over the wiring", () => {
  const env = {
    MODERATION: 'manual',
    NODE_ENV: 'development',
    PORT: '9000',
    DATABASE_URL: 'postgres://a:b@h/d',
  };
  const stack = openStack({ env, folder });
  assert.equal(environmentOf(stack, posts).MODERATION, 'manual');
  assert.equal(environmentOf(stack, posts).NODE_ENV, 'production');
  assert.match(environmentOf(stack, posts).DATABASE_URL ?? '', /^postgres:\/\/likewell_posts:/);
  assert.equal(environmentOf(stack, gateway).PORT, '9001');
  assert.equal(environmentOf(stack, gateway).DATABASE_URL, undefined);
});

test('a touched source counts as changed, an equal rebuild does not', () => {
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'main.js'), 'one');
  const files = filesBelow([dist]);
  const [byTime, byContent] = [fingerprintByTime(files), fingerprintByContent(dist, files)];
  utimesSync(join(dist, 'main.js'), new Date(1), new Date(1));
  assert.notEqual(fingerprintByTime(files), byTime);
  assert.equal(fingerprintByContent(dist, files), byContent);
  writeFileSync(join(dist, 'main.js'), 'two');
  assert.notEqual(fingerprintByContent(dist, files), byContent);
});
