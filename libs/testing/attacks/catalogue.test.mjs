// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { ATTACKS } from './catalogue.mjs';
import { LIVE_ATTACKS } from './live/live-attacks.mjs';
import { resultOf } from './result-of.mjs';

const outcomes = [
  { file: 'a.test.ts', name: 'a tip moves money once', passed: true, reason: '' },
  { file: 'a.test.ts', name: 'a tip of NaN is rejected', passed: false, reason: '' },
];

test('an attack whose named test failed or did not run has not held', () => {
  const of = (/** @type {string} */ name, file = 'a.test.ts') => resultOf(outcomes, { file, name });
  assert.deepEqual(of('a tip moves'), { tried: 1, gotThrough: [] });
  assert.deepEqual(of('a tip'), { tried: 2, gotThrough: ['a.test.ts › a tip of NaN is rejected'] });
  assert.equal(of('no such test').gotThrough.length, 1);
  assert.equal(of('a tip moves', 'b.test.ts').gotThrough.length, 1);
});

test('every threat and every item has an attack, and every file that is named is there', () => {
  const threats = new Set(ATTACKS.map(({ threat }) => threat));
  const all = Array.from({ length: 25 }, (_, index) => `T${index + 1}`);
  assert.deepEqual([...threats].sort(), all.sort());
  const live = ATTACKS.filter(({ part }) => part === 'live').map(
    ({ threat, words }) => `${threat}: ${words}`,
  );
  assert.deepEqual([...new Set(live)].sort(), LIVE_ATTACKS.map(([name]) => name).sort());
  for (const { file } of ATTACKS) if (file !== undefined) assert.ok(existsSync(join(CHECKOUT, file)), file);
});

/**
 * The possible titles of suites and tests in a text: each first argument, up to its first placeholder.
 * @param {string} text
 */
const titlesIn = (text) =>
  [...text.matchAll(/\(\s*(['"`])((?:(?!\1)[^%$])*)/g)].map(([, , title]) => title ?? '');

/**
 * The titles with which a full name may begin: of what is in a suite only the suite's.
 * @param {string} text
 */
const firstTitlesIn = (text) =>
  text.split(/^(?=\w)/m).flatMap((statement) => {
    const titles = titlesIn(statement);
    return /^(test\.)?describe\b/.test(statement) ? titles.slice(0, 1) : titles;
  });

/**
 * True if a full name may begin like this: with a first title, and then nested ones of the file.
 * @param {string[]} firstTitles
 * @param {string[]} titles
 * @param {string} name
 * @returns {boolean}
 */
const mayBegin = (firstTitles, titles, name) =>
  firstTitles.some(
    (title) =>
      title.startsWith(name) ||
      (title !== '' &&
        name.startsWith(title) &&
        mayBegin(titles, titles, name.slice(title.length).trimStart())),
  );

test('every test that is named is in its file', () => {
  const missing = ATTACKS.filter(({ file, name }) => {
    if (file === undefined || name === undefined) return false;
    const text = readFileSync(join(CHECKOUT, file), 'utf8');
    return !mayBegin(firstTitlesIn(text), titlesIn(text), name);
  });
  assert.deepEqual(
    missing.map(({ file, name }) => `${file} › ${name}`),
    [],
  );
});
