// Run by `make drill`, on a stack with a WAL receiver that it starts: load, kill, restore, audit.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runOrFail } from '../libs/stack/machine/run.mjs';
import { readRecord } from '../libs/stack/processes/record.mjs';
import { psql } from '../libs/stack/servers/psql.mjs';
import { openStack } from '../libs/stack/state/stack.mjs';
import { tokensFile } from './files.mjs';

const WRITERS = 16;
const [BEFORE, AFTER] = [500, 2000];
const stack = openStack();

/**
 * @param {string} script from the checkout
 * @param {Record<string, string>} [variables]
 * @param {string[]} [words]
 */
const command = (script, variables = {}, words = []) =>
  runOrFail(script, process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...words], {
    env: { ...process.env, ...variables },
    timeoutMs: 10 * 60_000,
  });

test('no tip that was answered is missing after the database is lost under load', async (t) => {
  await command('load-tests/seed.mjs', { members: '500' });
  const { tokens, posts } = JSON.parse(readFileSync(tokensFile(stack), 'utf8'));
  /** @type {string[]} */
  const accepted = [];
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async (_, index) => {
    for (let turn = 0; !isOver; turn += 1) {
      const key = randomUUID();
      const token = tokens[5 * index + 1 + (turn % 4)];
      if (await tip(token, posts[turn % posts.length], key)) accepted.push(key);
    }
  });
  const untilAccepted = async (/** @type {number} */ count) => {
    const deadline = Date.now() + 120_000;
    while (accepted.length < count) {
      assert.ok(Date.now() < deadline, `only ${accepted.length} tips were accepted`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  await untilAccepted(BEFORE);
  const folder = join(stack.state, 'backups');
  await command('libs/stack/backup.mjs', { DEST: folder });
  await untilAccepted(accepted.length + AFTER);
  process.kill(-(readRecord(stack.recordFile('postgres'))?.pid ?? NaN), 'SIGKILL');
  rmSync(join(stack.state, 'postgres'), { recursive: true });
  isOver = true;
  await Promise.all(writers);

  const backup = readdirSync(folder).filter((file) => file.endsWith('.gz'));
  const startedAt = performance.now();
  await command('libs/stack/restore.mjs', { from: join(folder, backup.at(-1) ?? '') });
  t.diagnostic(
    `${accepted.length} tips accepted; restored in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  await command('libs/stack/up.mjs', { SEED: '0' });

  let found = 0;
  for (let from = 0; from < accepted.length; from += 1000) {
    const keys = accepted.slice(from, from + 1000).join(',');
    const sql = `select count(*) from tipping_ledger.tip where idem_key = any('{${keys}}'::uuid[])`;
    found += Number((await psql(stack, 'likewell', sql)).output);
  }
  assert.equal(found, accepted.length);
  assert.match(
    await command('libs/stack/run-in.mjs', {}, ['tipping-ledger', 'cli/audit']),
    /Nothing is wrong/,
  );
  assert.ok(await tip(tokens[1], posts[0], randomUUID()), 'and tips go on');
});

/**
 * @param {string} token
 * @param {number} postId
 * @param {string} key
 * @returns {Promise<boolean>} whether it was accepted
 */
async function tip(token, postId, key) {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
  };
  const url = `http://127.0.0.1:${stack.basePort}/api/posts/${postId}/like`;
  const body = JSON.stringify({ amount: 0.000001 });
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.status === 200;
}
