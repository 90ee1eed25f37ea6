// @ts-check
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStack } from '../state/stack.mjs';
import { runScriptIn } from './run-script-in.mjs';

const folder = mkdtempSync(join(tmpdir(), 'likewell-script-'));
after(() => rmSync(folder, { recursive: true }));

const dist = join(folder, 'services/tipping-ledger/dist');
mkdirSync(dist, { recursive: true });

const given = { REDIS_URL: 'redis://h', NATS_URL: 'nats://h', DATABASE_URL: 'postgres://admin:a@h/d' };
const stack = (/** @type {Record<string, string>} */ env = given) =>
  openStack({ env, folder, checkout: folder });

test("a script runs in its process's folder as its process's role, and its exit code is ours", async () => {
  const script = `import { writeFileSync } from 'node:fs';
    writeFileSync('seen', [process.env.DATABASE_URL, process.env.CALLED_FROM, process.cwd(), ...process.argv.slice(2)].join(' '));
    process.exit(3);`;
  writeFileSync(join(dist, 'look.js'), script);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  assert.equal(await runScriptIn(stack(), 'tipping-ledger', 'look', ['do=it']), 3);
  const seen = readFileSync(join(dist, '../seen'), 'utf8');
  assert.match(seen, /^postgres:\/\/likewell_tipping_ledger:[0-9a-f]{64}@h\/d .*tipping-ledger do=it$/);
  assert.ok(seen.includes(` ${process.cwd()} `));
});

test('an unknown process, a script that is not built and a stack that does not run are named', async () => {
  await assert.rejects(runScriptIn(stack(), 'nobody', 'look'), /no process "nobody"/);
  await assert.rejects(runScriptIn(stack(), 'tipping-ledger', 'gone'), /gone\.js is not there/);
  await assert.rejects(
    runScriptIn(stack({}), 'tipping-ledger', 'look'),
    /does not run: postgres, redis, nats/,
  );
});
