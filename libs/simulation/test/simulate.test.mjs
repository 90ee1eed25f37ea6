// @ts-check
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SEED, SEGMENTS } from '../../testing/mutants/proven-seed.mjs';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

test('the services keep their promises under seeded faults', () => {
  // `make test` plays the same segments before and after a change; `make simulate` searches for new failures.
  const { SIMULATION_SEED = SEED, SIMULATION_MINUTES: MINUTES } = process.env;
  const limit = MINUTES ? { MINUTES } : { SEGMENTS: String(SEGMENTS) };
  const env = { ...process.env, ...limit, ...(SIMULATION_SEED && { SEED: SIMULATION_SEED }) };
  // Sent to standard error, since standard output may be a report.
  const { status } = spawnSync(process.execPath, [MAIN], { env, stdio: ['ignore', 2, 2] });
  assert.equal(status, 0, 'the simulation found something; its last lines and its seed are above');
});
