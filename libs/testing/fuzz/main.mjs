// Run by `make fuzz` and `make test`, on a stack of its own with the demo data: generated calls from the
// description of the API.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../../stack/machine/run.mjs';
import { runScriptIn } from '../../stack/app/run-script-in.mjs';
import { openStack } from '../../stack/state/stack.mjs';
import { addCounts, describeCounts, serverErrorsOf, totalOf } from './counts.mjs';
import { installSchemathesis } from './install.mjs';
import { worldFor } from './world.mjs';

/** Total duration in `make test`; with FUZZ_CALLS it continues until that many calls were made. */
const SECONDS = 120;
/**
 * Minimum number of calls for a meaningful result; a busy machine gets more runs for them, up to this time
 * for each of the two.
 */
const [FEWEST, LONGEST_MS] = [500, 8 * 60_000];
/** Longest duration of one run of Schemathesis; the next one continues with another seed. */
const RUN_S = 240;
const BEYOND_RUN_MS = 5 * 60_000;
const SHOWN_LINES = 150;
/** Checks that apply to any response, whatever the request was. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

const calls = Number(process.env.FUZZ_CALLS || 0);
/** The same calls each time in `make test`, new ones each time that a number of calls is requested. */
const firstSeed = Number(process.env.FUZZ_SEED || (calls > 0 ? Math.floor(Date.now() / 1000) : 1));
const stack = openStack();
const folder = mkdtempSync(join(tmpdir(), 'likewell-fuzz-'));
const program = await installSchemathesis(stack.checkoutState);

for (const who of /** @type {const} */ (['visitor', 'member']))
  test(`a ${who} gets no 5xx and nothing that the description of the API does not have`, async (t) => {
    /** @type {import('./counts.mjs').Counts} */
    let counts = {};
    let seed = firstSeed;
    const wanted = Math.max(calls / 2, FEWEST);
    const deadline = Date.now() + (calls > 0 ? Infinity : LONGEST_MS);
    do {
      // Each run has members of its own: the previous one has changed their passwords.
      const world = JSON.stringify(await worldFor(stack, who));
      t.diagnostic(`seed ${seed}`);
      const { code, output, counted } = await runOnce(world, seed);
      counts = addCounts(counts, counted);
      console.log(`  ${who}, seed ${seed}: ${totalOf(counts)} calls`);
      if (code !== 0) console.log(describeCounts(counts));
      assert.equal(
        code,
        0,
        `FUZZ_SEED=${seed} makes it again:\n${output.split('\n').slice(-SHOWN_LINES).join('\n')}`,
      );
      seed += 1;
    } while (totalOf(counts) < wanted && Date.now() < deadline);
    console.log(describeCounts(counts));
    assert.equal(serverErrorsOf(counts), 0);
    assert.ok(totalOf(counts) >= wanted, `only ${totalOf(counts)} calls were made`);
  });

test('the books are exact after all of it', async () => {
  assert.equal(await runScriptIn(stack, 'tipping-ledger', 'cli/audit'), 0);
  rmSync(folder, { recursive: true });
});

/** @param {string} world @param {number} seed */
async function runOnce(world, seed) {
  // The corner cases of the description do not depend on the seed.
  const phases = seed === firstSeed ? 'examples,coverage,fuzzing' : 'fuzzing';
  const seconds = calls > 0 ? RUN_S : SECONDS / 2;
  const file = join(folder, `${seed}.json`);
  const words = [
    ...['run', `http://127.0.0.1:${stack.basePort}/api/openapi.json`, '--checks', CHECKS.join(',')],
    ...['--phases', phases, '--max-time', String(seconds), '--seed', String(seed)],
    ...['--workers', '1'],
    '--request-timeout',
    '40',
    '--generation-database',
    'none',
    '--continue-on-failure',
    ...['--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
  ];
  const { code, output } = await run(program, words, {
    cwd: folder,
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: fileURLToPath(new URL('.', import.meta.url)),
      ...{ PYTHONDONTWRITEBYTECODE: '1', FUZZ_WORLD: world, FUZZ_COUNTS: file, FUZZ_SEED: String(seed) },
    },
    timeoutMs: seconds * 1000 + BEYOND_RUN_MS,
  });
  return { code, output, counted: JSON.parse(readFileSync(file, 'utf8')) };
}
