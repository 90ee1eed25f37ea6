// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutate, outcomeOf, reasonOf } from './mutate.mjs';

const at = (/** @type {string} */ from, to = 'x') => ({ file: 'a.ts', from, to });

test('a bug is planted where its place stands, whatever characters it has', () => {
  assert.equal(mutate('a >= b $1', at('a >= b', "a > b $& '$1'")), "a > b $& '$1' $1");
});

test('a bug whose place is gone, or is not the only one, is an error', () => {
  assert.throws(() => mutate('a b', at('c')), /0 places/);
  assert.throws(() => mutate('a b a', at('a')), /2 places/);
  assert.throws(() => mutate('a', at('a', 'a')), /changes nothing/);
});

test('a test that fails is told from one that was not run', () => {
  const report = (/** @type {string} */ status) => ({
    testResults: [{ assertionResults: [{ fullName: 'a claim moves it once', status }] }],
  });
  assert.equal(outcomeOf(report('failed'), 'moves it once'), 'failed');
  assert.equal(outcomeOf(report('passed'), 'moves it once'), 'passed');
  assert.equal(outcomeOf(report('pending'), 'moves it once'), 'missing');
  assert.equal(outcomeOf({ testResults: [{ assertionResults: [] }] }, 'moves it once'), 'missing');
});

test('why a test failed is told in one line, without where', () => {
  const failureMessages = [
    'Error: \u001b[31mno\u001b[39m\n\n  money\n    at a.ts:1',
    'Error: nor this\n    at b.ts:1',
  ];
  const failed = { fullName: 'a claim moves it once', status: 'failed', failureMessages };
  assert.equal(
    reasonOf({ testResults: [{ assertionResults: [failed] }] }, 'moves it once'),
    'Error: no money',
  );
});
