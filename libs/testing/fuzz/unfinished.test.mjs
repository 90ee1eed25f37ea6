// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unfinishedIn } from './unfinished.mjs';

const SUCCESS = { status: 'success', skip_reason: null };
const SKIPPED = { status: 'skip', skip_reason: 'nothing to test' };
const whole = {
  stop_reason: 'completed',
  operations: { selected: 83, tested: 83 },
  phases: { examples: SKIPPED, coverage: SUCCESS, fuzzing: SUCCESS },
};
const PHASES = ['examples', 'coverage', 'fuzzing'];

test('a run to the end left nothing out', () => {
  assert.deepEqual(unfinishedIn(whole, PHASES), []);
});

test('a run that its time cut off is not finished, nor one without a phase or an operation', () => {
  assert.deepEqual(unfinishedIn({ ...whole, stop_reason: 'max_time' }, PHASES), ['the run ended: max_time']);
  assert.deepEqual(unfinishedIn({ ...whole, phases: { coverage: SKIPPED } }, PHASES), [
    'coverage: nothing to test',
    'fuzzing: did not run',
  ]);
  const operations = { selected: 83, tested: 80 };
  assert.deepEqual(unfinishedIn({ ...whole, operations }, PHASES), ['80 of 83 operations were tested']);
  assert.deepEqual(unfinishedIn({ ...whole, operations: null }, PHASES), ['0 of 0 operations were tested']);
});
