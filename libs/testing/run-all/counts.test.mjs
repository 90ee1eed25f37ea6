// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countJson, countTap, judge } from './counts.mjs';

test('a file that could not be loaded counts as a failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  assert.deepEqual(countJson(report), { passed: 5, failed: 2 });
});

test("node's summary is read from the end, whatever tests print before it", () => {
  const tap = '# pass 99\nok 1\n1..2\n# tests 4\n# pass 2\n# fail 1\n# cancelled 1\n';
  assert.deepEqual(countTap(tap), { passed: 2, failed: 2 });
});

test('a suite without a report, without tests or with a bad exit code has failed', () => {
  assert.deepEqual(judge(undefined, 0), { passed: 0, failed: 1 });
  assert.deepEqual(judge({ passed: 0, failed: 0 }, 0), { passed: 0, failed: 1 });
  assert.deepEqual(judge({ passed: 7, failed: 0 }, 1), { passed: 7, failed: 1 });
  assert.deepEqual(judge({ passed: 7, failed: 0 }, 0), { passed: 7, failed: 0 });
});
