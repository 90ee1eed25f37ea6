// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { judge, outcomesOfPlaywright, outcomesOfTap, outcomesOfVitest } from './outcomes.mjs';

const failed = (/** @type {string} */ file, /** @type {string} */ name, reason = '') => ({
  ...{ file, name, passed: false, reason },
});

test('a file that could not be loaded counts as a failure, as does an error outside of tests; each failure has its name and its reason', () => {
  const report = {
    testResults: [
      {
        name: join(process.cwd(), 'a/fine.test.ts'),
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'fine' },
          { status: 'pending', fullName: 'left out' },
        ],
      },
      {
        name: join(process.cwd(), 'a/tips.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a tip' },
          {
            status: 'failed',
            fullName: 'two tips',
            failureMessages: ['\u001b[31mexpected 2\u001b[39m\n\n  got 1\n    at tip (tips.ts:1:2)'],
          },
        ],
      },
      {
        name: join(process.cwd(), 'a/broken.test.ts'),
        status: 'failed',
        message: 'no such file',
        assertionResults: [],
      },
    ],
    unhandledErrors: [{ message: 'closed', stack: 'Error: closed\n    at socket (socket.ts:1:2)' }],
  };
  assert.deepEqual(judge(outcomesOfVitest(report), 1), {
    passed: 2,
    failed: 3,
    failures: [
      failed('a/tips.test.ts', 'two tips', 'expected 2\n  got 1'),
      failed('a/broken.test.ts', '', 'no such file'),
      failed('', 'an error that no test has caught', 'Error: closed\n    at socket (socket.ts:1:2)'),
    ],
  });
});

/**
 * Makes a test of Playwright's report.
 * @param {string} title
 * @param {string} status
 * @param {...{ status: string, errors: { message: string }[] }} results
 */
const spec = (title, status, ...results) => ({ title, tests: [{ status, results }] });
const passing = { status: 'passed', errors: [] };
const failing = (/** @type {string[]} */ ...messages) => ({
  status: 'failed',
  errors: messages.map((message) => ({ message })),
});

test("in Playwright's report only what passed at the first try has passed; each failure has its name and its reason", () => {
  const report = {
    config: { rootDir: join(process.cwd(), 'web/e2e') },
    suites: [
      {
        title: 'tips.e2e.ts',
        file: 'tips.e2e.ts',
        specs: [spec('stands alone', 'expected', passing)],
        suites: [
          {
            title: 'a tip',
            specs: [
              spec('is sent', 'expected', passing),
              spec(
                'fails',
                'unexpected',
                failing('\u001b[31mError: no tip\u001b[39m\n\nGot: 1\n    at tip.ts:1:2'),
              ),
              spec('wavers', 'flaky', failing('Error: late'), passing),
              spec('is tried twice', 'expected', passing, passing),
              spec('waits', 'skipped'),
            ],
            suites: [
              {
                title: 'of nothing',
                specs: [spec('ends', 'unexpected', failing('Timeout', 'Error: no end'))],
              },
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'Error: no such file', location: { file: join(process.cwd(), 'web/e2e/a.e2e.ts') } }],
  };
  assert.deepEqual(judge(outcomesOfPlaywright(report), 1), {
    passed: 2,
    failed: 5,
    failures: [
      failed('web/e2e/tips.e2e.ts', 'a tip fails', 'Error: no tip\nGot: 1'),
      failed('web/e2e/tips.e2e.ts', 'a tip wavers', 'Error: late'),
      failed('web/e2e/tips.e2e.ts', 'a tip is tried twice'),
      failed('web/e2e/tips.e2e.ts', 'a tip of nothing ends', 'Timeout\nError: no end'),
      failed('web/e2e/a.e2e.ts', '', 'Error: no such file'),
    ],
  });
});

test("a report of Playwright's without tests is a failure, also when all were skipped", () => {
  const config = { rootDir: process.cwd() };
  assert.equal(judge(outcomesOfPlaywright({ config, suites: [], errors: [] }), 0).failed, 1);
  const suites = [{ title: 'a', file: 'a.e2e.ts', specs: [spec('waits', 'skipped')] }];
  assert.equal(judge(outcomesOfPlaywright({ config, suites, errors: [] }), 0).failed, 1);
});

const told = (/** @type {string} */ type, error = '') =>
  `\n  ---\n  duration_ms: 1\n  type: '${type}'\n${error}  ...\n`;

test("node's own report tells each test, also those within others, and no suite, none that was skipped and nothing that tests print", () => {
  const tap = `# ok 1 - said\n    ok 1 - inner${told('test')}    not ok 2 - bad\nok 1 - a${told('suite')}ok 2 - later # SKIP not here\n# pass 99\n`;
  assert.deepEqual(judge(outcomesOfTap(tap, 'x'), 1), {
    passed: 1,
    failed: 1,
    failures: [failed('x', 'bad')],
  });
});

test("a failure in node's report says what its test said", () => {
  const error = '  error: |-\n    no tip\n    ...\n    not ok 7 - a line of its own\n';
  assert.deepEqual(outcomesOfTap(`not ok 1 - b${told('test', `${error}  code: 'X'\n`)}ok 2 - c\n`), [
    failed('', 'b', error.trimEnd()),
    { file: '', name: 'c', passed: true, reason: '' },
  ]);
});

test("in node's report a suite whose hook failed has its name and reason, and one whose test failed is that test alone", () => {
  const suite = (/** @type {string} */ how) =>
    told('suite', `  failureType: '${how}'\n  error: 'it broke'\n`);
  const tap = `not ok 1 - a${suite('hookFailed')}not ok 2 - b${suite('subtestsFailed')}`;
  assert.deepEqual(outcomesOfTap(tap), [failed('', 'a', "  error: 'it broke'")]);
});

test('a suite without a report, without tests or with a bad exit code has failed', () => {
  const [good, bad] = [{ ...failed('', 'a'), passed: true }, failed('', 'b')];
  assert.deepEqual(judge(undefined, 0), { passed: 0, failed: 1, failures: [] });
  assert.deepEqual(judge([], 0), { passed: 0, failed: 1, failures: [] });
  assert.deepEqual(judge([good], 1), { passed: 1, failed: 1, failures: [] });
  assert.deepEqual(judge([good, bad], 1), { passed: 1, failed: 1, failures: [bad] });
  assert.deepEqual(judge([good, good], 0), { passed: 2, failed: 0, failures: [] });
});
