// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { countJson, countTap, judge } from './counts.mjs';

test('a file that could not be loaded counts as a failure; each failure has its name and its reason', () => {
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
  };
  assert.deepEqual(countJson(report), {
    passed: 5,
    failed: 2,
    failures: [
      { name: 'a/tips.test.ts › two tips', reason: 'expected 2\n  got 1' },
      { name: 'a/broken.test.ts', reason: 'no such file' },
    ],
  });
});

test("node's summary is read from the end, whatever tests print before it", () => {
  const tap = '# pass 99\nok 1 - a\nnot ok 2 - b\n1..2\n# tests 4\n# pass 2\n# fail 1\n# cancelled 1\n';
  assert.deepEqual(countTap(tap), { passed: 2, failed: 2, failures: [{ name: 'b', reason: '' }] });
});

test('a suite without a report, without tests or with a bad exit code has failed', () => {
  const failures = [{ name: 'a', reason: '' }];
  assert.deepEqual(judge(undefined, 0), { passed: 0, failed: 1, failures: [] });
  assert.deepEqual(judge({ passed: 0, failed: 0 }, 0), { passed: 0, failed: 1, failures: [] });
  assert.deepEqual(judge({ passed: 7, failed: 0 }, 1), { passed: 7, failed: 1, failures: [] });
  assert.deepEqual(judge({ passed: 7, failed: 1, failures }, 1), { passed: 7, failed: 1, failures });
  assert.deepEqual(judge({ passed: 7, failed: 0 }, 0), { passed: 7, failed: 0, failures: [] });
});
