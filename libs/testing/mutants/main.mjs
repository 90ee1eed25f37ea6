// Run by `make mutants`: plants each bug of the lists in a copy of the checkout, and checks that the test
// named with it fails.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run, runOrFail } from '../../stack/machine/run.mjs';
import { CHECKOUT, thisCheckoutFolder } from '../../stack/state/stack-folder.mjs';
import { outcomesOfVitest } from '../run-all/outcomes.mjs';
import { LISTS } from './lists.mjs';
import { mutate, resultOf } from './mutate.mjs';
import { SEGMENT, simulate } from './simulate.mjs';

/** Number of concurrent tests, each in a copy of its own: most of them wait more than they work. */
const AT_ONCE = 2;
const FOLDER = join(thisCheckoutFolder(), 'mutants');
const COPIES = Array.from({ length: AT_ONCE }, (_, index) => join(FOLDER, `${index}`));
const TEST_MS = 10 * 60_000;

const only = process.env.LIST;
const lists = Object.entries(LISTS).filter(([list]) => only === undefined || only === list);
const mutants = lists.flatMap(([, list]) => list);

before(async () => {
  const tracked = await runOrFail('git ls-files', 'git', ['ls-files'], { cwd: CHECKOUT });
  const files = tracked.split('\n').filter((name) => /\.(ts|js|json|mjs|sql|txt)$/.test(name));
  rmSync(FOLDER, { recursive: true, force: true });
  for (const copy of COPIES) {
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), readFileSync(join(CHECKOUT, file)));
    }
    // Packages of the checkout, and of the workspaces that need another version.
    for (const manifest of files.filter((name) => /(^|\/)package\.json$/.test(name)))
      linkPackages(copy, join(dirname(manifest), 'node_modules'));
  }
});
after(() => rmSync(FOLDER, { recursive: true, force: true }));

describe('without a bug', { concurrency: AT_ONCE }, () => {
  // The simulation's own suite checks that it finds nothing without a bug.
  const tests = mutants.filter(({ test: file }) => file !== SEGMENT);
  const named = new Map(tests.map(({ test: file, name }) => [`${file}: ${name}`, { file, name }]));
  // Each test runs alone, as with a bug: one that depends on another would fail with any bug.
  for (const { file, name } of named.values())
    test(`${file} passes: ${name}`, () =>
      inCopy(async (copy) => {
        const { outcomes, output } = await runTest(copy, file, name);
        assert.equal(resultOf(outcomes, name), 'passed', output);
      }));
});

for (const [list, planted] of lists)
  describe(list, { concurrency: AT_ONCE }, () => {
    for (const mutant of planted)
      test(`that ${mutant.bug} is caught by "${mutant.name}"`, (context) =>
        inCopy(async (copy) => {
          const file = join(copy, mutant.file);
          const text = readFileSync(file, 'utf8');
          writeFileSync(file, mutate(text, mutant));
          try {
            const { outcomes, output } = await runTest(copy, mutant.test, mutant.name);
            assert.equal(resultOf(outcomes, mutant.name), 'failed', output);
            context.diagnostic(
              outcomes.find(({ name, passed }) => !passed && name.endsWith(mutant.name))?.reason ?? '',
            );
          } finally {
            writeFileSync(file, text);
          }
        }));
  });

/** @param {string} copy @param {string} packages folder, relative to the checkout */
function linkPackages(copy, packages) {
  const [from, to] = [join(CHECKOUT, packages), join(copy, packages)];
  if (!existsSync(from)) return;
  mkdirSync(to);
  for (const name of readdirSync(from))
    // Links to our own packages, which then lead into the copy.
    if (name === '@likewell')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
}

/** @param {(copy: string) => Promise<void>} work runs in a copy that is not shared */
async function inCopy(work) {
  const copy = COPIES.pop();
  assert.ok(copy, 'more tests at once than copies');
  try {
    await work(copy);
  } finally {
    COPIES.push(copy);
  }
}

/** @param {string} copy @param {string} file @param {string} name */
async function runTest(copy, file, name) {
  if (file === SEGMENT) return simulate(copy, name);
  const report = join(copy, 'mutants.report.json');
  rmSync(report, { force: true });
  const words = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--testNamePattern',
    `${name.replaceAll(/[^\w ]/g, '.')}$`,
  ];
  const { output } = await run(
    process.execPath,
    [join(CHECKOUT, 'node_modules/vitest/vitest.mjs'), ...words, file],
    { cwd: copy, timeoutMs: TEST_MS },
  );
  const outcomes = outcomesOfVitest(JSON.parse(readFileSync(report, 'utf8')));
  return { outcomes, output: output.slice(-4000) };
}
