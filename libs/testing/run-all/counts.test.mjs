// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { countJson, countPlaywright, countTap, judge } from './counts.mjs';

test('a file that could not be loaded counts as a failure, as does an error outside of tests; each failure has its name and its reason', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      {
        name: join(process.cwd(), 'a/fine.test.ts'),
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'fine' }],
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
  assert.deepEqual(countJson(report), {
    passed: 5,
    failed: 3,
    failures: [
      { name: 'a/tips.test.ts › two tips', reason: 'expected 2\n  got 1' },
      { name: 'a/broken.test.ts', reason: 'no such file' },
      { name: 'an error that no test has caught', reason: 'Error: closed\n    at socket (socket.ts:1:2)' },
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
  assert.deepEqual(countPlaywright(report), {
    passed: 2,
    failed: 5,
    failures: [
      { name: 'web/e2e/tips.e2e.ts › a tip fails', reason: 'Error: no tip\nGot: 1' },
      { name: 'web/e2e/tips.e2e.ts › a tip wavers', reason: 'Error: late' },
      { name: 'web/e2e/tips.e2e.ts › a tip is tried twice', reason: '' },
      { name: 'web/e2e/tips.e2e.ts › a tip of nothing ends', reason: 'Timeout\nError: no end' },
      { name: 'web/e2e/a.e2e.ts', reason: 'Error: no such file' },
    ],
  });
});

test("a report of Playwright's without tests is a failure, also when all were skipped", () => {
  const config = { rootDir: process.cwd() };
  assert.equal(judge(countPlaywright({ config, suites: [], errors: [] }), 0).failed, 1);
  const suites = [{ title: 'a', file: 'a.e2e.ts', specs: [spec('waits', 'skipped')] }];
  assert.equal(judge(countPlaywright({ config, suites, errors: [] }), 0).failed, 1);
});

test("node's summary is read from the end, whatever tests print before it", () => {
  const tap = '# pass 99\nok 1 - a\nnot ok 2 - b\n1..2\n# tests 4\n# pass 2\n# fail 1\n# cancelled 1\n';
  assert.deepEqual(countTap(tap), { passed: 2, failed: 2, failures: [{ name: 'b', reason: '' }] });
});

test("a failure in node's report says what its test said", () => {
  const tap =
    "not ok 1 - b\n  ---\n  duration_ms: 1\n  error: |-\n    no tip\n    got 1\n  code: 'X'\n  ...\nok 2 - c\n# fail 1\n";
  assert.deepEqual(countTap(tap).failures, [
    { name: 'b', reason: "  error: |-\n    no tip\n    got 1\n  code: 'X'" },
  ]);
});

test('a suite without a report, without tests or with a bad exit code has failed', () => {
  const failures = [{ name: 'a', reason: '' }];
  assert.deepEqual(judge(undefined, 0), { passed: 0, failed: 1, failures: [] });
  assert.deepEqual(judge({ passed: 0, failed: 0 }, 0), { passed: 0, failed: 1, failures: [] });
  assert.deepEqual(judge({ passed: 7, failed: 0 }, 1), { passed: 7, failed: 1, failures: [] });
  assert.deepEqual(judge({ passed: 7, failed: 1, failures }, 1), { passed: 7, failed: 1, failures });
  assert.deepEqual(judge({ passed: 7, failed: 0 }, 0), { passed: 7, failed: 0, failures: [] });
});
