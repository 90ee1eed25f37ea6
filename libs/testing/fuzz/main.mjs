// Run by `make fuzz` and `make test`, on a stack of its own with the demo data: generated calls from the
// description of the API.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../../stack/machine/run.mjs';
import { callHttp } from '../../stack/machine/http-call.mjs';
import { runScriptIn } from '../../stack/app/run-script-in.mjs';
import { openStack } from '../../stack/state/stack.mjs';
import { closedDocument } from './closed-document.mjs';
import { addCounts, describeCounts, serverErrorsOf, totalOf } from './counts.mjs';
import { installSchemathesis } from './install.mjs';
import { unfinishedIn } from './unfinished.mjs';
import { worldFor } from './world.mjs';

/** Minimum number of calls of a visitor, and of a member, for a meaningful result; FUZZ_CALLS asks for more. */
const FEWEST = 500;
/** A run that takes longer than this hangs; nothing else about it depends on the time. */
const RUN_MS = 25 * 60_000;
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
/** Made-up calls to each operation in a run of Schemathesis, beside the corner cases of the first. */
const EXAMPLES = calls > 0 ? 50 : 10;
/** The same calls each time in `make test`, new ones each time that a number of calls is requested. */
const firstSeed = Number(process.env.FUZZ_SEED || (calls > 0 ? Math.floor(Date.now() / 1000) : 1));
const stack = openStack();
const folder = mkdtempSync(join(tmpdir(), 'likewell-fuzz-'));
const program = await installSchemathesis(stack.checkoutState);
const base = `http://127.0.0.1:${stack.basePort}`;
const description = join(folder, 'openapi.json');
const { body: document } = await callHttp(`${base}/api/openapi.json`);
writeFileSync(description, JSON.stringify(closedDocument(document)));

for (const who of /** @type {const} */ (['visitor', 'member']))
  test(`a ${who} gets no 5xx and nothing that the description of the API does not have`, async (t) => {
    /** @type {import('./counts.mjs').Counts} */
    let counts = {};
    let seed = firstSeed;
    const wanted = Math.max(calls / 2, FEWEST);
    do {
      // Each run has members of its own: the previous one has changed their passwords.
      const world = JSON.stringify(await worldFor(stack, who, seed));
      t.diagnostic(`seed ${seed}`);
      const { code, output, counted, unfinished } = await runOnce(world, seed);
      counts = addCounts(counts, counted);
      console.log(`  ${who}, seed ${seed}: ${totalOf(counts)} calls`);
      if (code !== 0) console.log(describeCounts(counts));
      assert.equal(
        code,
        0,
        `FUZZ_SEED=${seed} makes it again:\n${output.split('\n').slice(-SHOWN_LINES).join('\n')}`,
      );
      assert.deepEqual(unfinished, [], `what Schemathesis left out with the seed ${seed}`);
      seed += 1;
    } while (totalOf(counts) < wanted);
    console.log(describeCounts(counts));
    assert.equal(serverErrorsOf(counts), 0);
  });

test('the books are exact after all of it', async () => {
  assert.equal(await runScriptIn(stack, 'tipping-ledger', 'cli/audit'), 0);
  rmSync(folder, { recursive: true });
});

/** @param {string} world @param {number} seed */
async function runOnce(world, seed) {
  // The corner cases of the description do not depend on the seed.
  const phases = [...(seed === firstSeed ? ['examples', 'coverage'] : []), 'fuzzing'];
  const [file, report] = [join(folder, `${seed}.json`), join(folder, `${seed}.report.json`)];
  const words = [
    ...['run', description, '--url', base, '--checks', CHECKS.join(',')],
    ...['--phases', phases.join(','), '--max-examples', String(EXAMPLES), '--seed', String(seed)],
    ...['--report', 'json', '--report-json-path', report],
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
    timeoutMs: RUN_MS,
  });
  const [counted, reported] = [file, report].map((path) => JSON.parse(readFileSync(path, 'utf8')));
  return { code, output, counted, unfinished: unfinishedIn(reported, phases) };
}
