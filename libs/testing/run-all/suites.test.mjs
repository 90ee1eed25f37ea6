// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseSuites, inGroups } from './suites.mjs';

/** @param {string} [only] */
const groupsOf = (only) => inGroups(chooseSuites(only)).map((group) => group.map(({ name }) => name));

test('each suite runs once, and few beside another', () => {
  const groups = groupsOf();
  assert.deepEqual(
    groups.flat(),
    chooseSuites(undefined).map(({ name }) => name),
  );
  assert.deepEqual(
    groups.filter((group) => group.length > 1),
    [
      ['simulation', 'fuzz'],
      ['outages', 'web'],
    ],
  );
});

test('a suite runs alone where the one beside it is not asked for', () => {
  assert.deepEqual(groupsOf('outages,faults'), [['outages'], ['faults']]);
  assert.deepEqual(groupsOf('web,faults'), [['web'], ['faults']]);
  assert.deepEqual(groupsOf('outages'), [['outages']]);
});
