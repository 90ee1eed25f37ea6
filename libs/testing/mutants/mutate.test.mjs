// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutate, resultOf } from './mutate.mjs';

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
  const of = (/** @type {boolean[]} */ ...passed) =>
    passed.map((each) => ({ file: 'a', name: 'a claim moves it once', passed: each, reason: '' }));
  assert.equal(resultOf(of(true, false), 'moves it once'), 'failed');
  assert.equal(resultOf(of(true), 'moves it once'), 'passed');
  assert.equal(resultOf(of(true), 'moves it twice'), 'missing');
  assert.equal(resultOf([{ file: 'a', name: '', passed: false, reason: '' }], 'moves it once'), 'missing');
});
