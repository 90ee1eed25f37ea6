// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CHILD = fileURLToPath(new URL('../dist/run-segment.js', import.meta.url));
const run = promisify(execFile);

/**
 * A short segment's report, and the lines of its trace.
 * @param {string} seed
 */
async function segment(seed) {
  const env = { ...process.env, SIMULATION_CHAOS_SECONDS: '40', TRACE: '1' };
  const { stdout, stderr } = await run(process.execPath, [CHILD, seed], { env, maxBuffer: 64 * 1024 * 1024 });
  const report = /** @type {import('../src/segment.ts').SegmentReport} */ (JSON.parse(stdout));
  return { ...report, lines: stderr.replaceAll(STACK, '').split('\n') };
}

/**
 * A stack in a line of the log. Its frames also show whether Node ran the code after another callback of the same turn,
 * which depends on real time and changes nothing else.
 */
const STACK = /"stack":"(?:[^"\\]|\\.)*"/g;

test('the same seed makes the same run', async () => {
  // Run concurrently, so that they also disturb each other.
  const [first, again] = await Promise.all([segment('reproduction'), segment('reproduction')]);
  assert.ok(first.counts.fault, 'something went wrong in it');
  const differing = first.lines.findIndex((line, at) => line !== again.lines[at]);
  assert.deepEqual(
    [again.lines[differing], again.hash, again.counts],
    [first.lines[differing], first.hash, first.counts],
  );
});
