// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { LISTS } from './lists.mjs';
import { mutate } from './mutate.mjs';

for (const [list, mutants] of Object.entries(LISTS))
  test(`each bug of the list "${list}" can still be planted, and its test is there`, () => {
    for (const mutant of mutants) {
      const planted = mutate(readFileSync(join(CHECKOUT, mutant.file), 'utf8'), mutant);
      if (mutant.file.endsWith('.ts')) assert.deepEqual(syntaxErrors(planted), [], mutant.bug);
      assert.ok(existsSync(join(CHECKOUT, mutant.test)), mutant.test);
    }
  });

/** Finds syntax errors: with them a test would fail for any mutant. @param {string} text of TypeScript */
function syntaxErrors(text) {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
