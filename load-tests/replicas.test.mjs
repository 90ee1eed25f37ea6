// @ts-check
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { nodeSpecs } from '../libs/stack/app/node-specs.mjs';
import { doubleStack, openLoadStack } from './replicas.mjs';

const folder = mkdtempSync(join(tmpdir(), 'likewell-replicas-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {Record<string, string>} env */
const opened = (env) => openLoadStack({ env: { PORT: '9000', ...env }, folder });

test('what a rolling restart starts has the limits of load and the time-outs of production', () => {
  const specs = nodeSpecs(opened({}));
  assert.deepEqual([...new Set(specs.map(({ env }) => env.TIMEOUTS))], ['production']);
  assert.equal(specs.find(({ name }) => name === 'gateway')?.env.LIMITS, 'load');
});

test('what does not run as it would be started again is named, and nothing is started beside it', async () => {
  const stack = opened({});
  await assert.rejects(doubleStack(stack, ['auth']), (/** @type {any} */ error) => {
    assert.equal(error.message, 'A restart would replace what runs by something else.');
    assert.match(error.details[0], /: gateway, .*auth/);
    assert.match(error.details[1], /^First: LIMITS=load TIMEOUTS=production make up/);
    return true;
  });
  assert.deepEqual(readdirSync(join(stack.state, 'run')), []);
});
