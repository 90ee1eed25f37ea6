// @ts-check
import assert from 'node:assert/strict';
import { register } from 'node:module';
import { beforeEach, test } from 'node:test';
import { site } from './fake-k6.mjs';
import { hintsOf } from './hints.mjs';

register('./fake-k6.mjs', import.meta.url);
const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
const file = { tokens: numbers.map((number) => `token-${number}`), posts: numbers };
Object.assign(globalThis, {
  __ENV: { RUN: '0123abcd', TOKENS_FILE: 'tokens.json', SUMMARY_FILE: 'summary.json' },
  open: () => JSON.stringify(file),
});

const [mixedDay, browse, tipStorm] = await Promise.all(
  ['mixed-day', 'browse', 'tip-storm'].map(
    (name) => import(new URL(`journeys/${name}.js`, import.meta.url).href),
  ),
);
/** The results that run.mjs is given. */
const resultsOf = (/** @type {{ handleSummary: Function }} */ { handleSummary }) =>
  JSON.parse(handleSummary({ metrics: site.metrics, state: { testRunDurationMs: 1000 } })['summary.json'])
    .results;
const TURNS = 10_000;
const { respond } = site;

beforeEach(() => Object.assign(site, { asked: [], metrics: {}, respond }));

for (const [name, journey] of Object.entries({ 'a mixed day': mixedDay, browsing: browse })) {
  test(`in ${name} members read feeds and posts as well, with targets of their own`, () => {
    for (let turn = 0; turn < TURNS; turn += 1) journey.default();
    const read = site.asked.filter(({ kind }) => kind === 'read' || kind === 'member');
    const byMembers = read.filter(({ token }) => token !== undefined);
    const ofAll = byMembers.filter(({ url }) => /\/api\/posts\/(best|new|\d+)$/.test(url));
    assert.ok(ofAll.length > TURNS / 4, `${ofAll.length} of ${TURNS}`);
    assert.ok(byMembers.some(({ url }) => url.endsWith('/api/posts/following/posts')));
    assert.ok(read.every(({ kind, token }) => kind === (token === undefined ? 'read' : 'member')));
    const targets = Object.keys(journey.options.thresholds);
    for (const { kind } of site.asked) assert.ok(targets.includes(`http_req_duration{kind:${kind}}`), kind);
  });
}

test('each request that was rejected by a limit, or with 503, is counted and explained', () => {
  const statuses = [429, 503, 503, 200];
  for (const status of statuses) {
    site.respond = () => ({ status, json: () => ({}) });
    browse.default();
  }
  const hints = hintsOf(resultsOf(browse));
  assert.equal(hints.length, 2);
  assert.match(hints[0] ?? '', /^ {2}1 rejected by limits/);
  assert.match(hints[1] ?? '', /^ {2}2 answered with 503/);
  assert.deepEqual(hintsOf({}), []);
});

test('a tip that k6 ends while it is under way may have been settled, as one with a 5xx', () => {
  for (const answer of [200, 400, 500, 'cut off']) {
    site.respond = () => {
      if (typeof answer === 'string') throw new Error(answer);
      return { status: answer, json: () => ({}) };
    };
    try {
      tipStorm.default();
    } catch (error) {
      assert.match(String(error), /cut off/);
    }
  }
  const { tips_begun, tips_accepted, tips_rejected, tips_unanswered, ...nano } = resultsOf(tipStorm);
  assert.deepEqual([tips_begun, tips_accepted, tips_rejected, tips_unanswered], [4, 1, 1, 2]);
  const parts = nano.tips_accepted_nano + nano.tips_rejected_nano + nano.tips_unanswered_nano;
  assert.equal(parts, nano.tips_begun_nano);
  assert.ok(nano.tips_unanswered_nano > 0);
});
