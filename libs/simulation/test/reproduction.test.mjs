// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHILD = fileURLToPath(new URL('../dist/run-segment.js', import.meta.url));
const run = promisify(execFile);

/**
 * A short segment's report.
 * @param {string} seed
 */
async function segment(seed) {
  const env = { ...process.env, SIMULATION_CHAOS_SECONDS: '40' };
  const { stdout } = await run(process.execPath, [CHILD, seed], { env, maxBuffer: 64 * 1024 * 1024 });
  return /** @type {import('../src/segment.ts').SegmentReport} */ (JSON.parse(stdout));
}

test('the same seed makes the same run, and another one another', async () => {
  // Beside each other, so that they also disturb each other.
  const seeds = ['reproduction', 'reproduction', 'another'];
  const [first, again, another] = await Promise.all(seeds.map(segment));
  assert.ok(first?.counts.fault, 'something went wrong in it');
  assert.deepEqual([again?.hash, again?.counts], [first.hash, first.counts]);
  assert.notEqual(another?.hash, first.hash);
});
