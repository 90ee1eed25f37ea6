// @ts-check
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { RULES, testOf } from './rules.mjs';
import { expand, scoresOf } from './scores.mjs';

const mutant = (/** @type {string} */ status, line = 1) => ({
  ...{ status, mutatorName: 'EqualityOperator', replacement: 'a\n  < b', location: { start: { line } } },
});

test('a mutant that no test noticed is named, and one that could not run counts for nothing', () => {
  const report = {
    files: {
      'a/x.ts': { mutants: [mutant('Killed'), mutant('Survived', 7), mutant('CompileError')] },
      'a/y.ts': { mutants: [mutant('Timeout'), mutant('NoCoverage', 9)] },
      'b.ts': { mutants: [mutant('Survived')] },
    },
  };
  assert.deepEqual(scoresOf(report, [['a', ['a/{x,y}.ts']]]), [
    {
      ...{ name: 'a', mutants: 4, noticed: 2, percent: 50 },
      unnoticed: ['a/x.ts:7 EqualityOperator a < b', 'a/y.ts:9 EqualityOperator a < b'],
    },
  ]);
  assert.equal(scoresOf(report, [['c', ['c.ts']]])[0]?.percent, 0);
});

test('every file of the list is there, and its test', () => {
  for (const file of Object.values(RULES).flat().flatMap(expand))
    for (const path of [file, testOf(file)]) assert.ok(existsSync(join(CHECKOUT, path)), path);
});
