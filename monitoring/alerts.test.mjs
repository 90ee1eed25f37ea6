// @ts-check
// Has Prometheus' own tool evaluate the alerts on made-up series.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { findBinary } from '../libs/stack/machine/binaries.mjs';

const RULES = ['rules.yml', 'cluster-rules.yml'];
const CASES = ['rules.test.yml', 'cluster-rules.test.yml'];
const DEADLINE_MS = 5 * 60_000;

const read = (/** @type {string} */ file) => parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

/** Fails with what the tool says. @param {string[]} args */
function promtool(...args) {
  const options = { cwd: import.meta.dirname, encoding: /** @type {const} */ ('utf8'), timeout: DEADLINE_MS };
  const { status, error, stdout, stderr } = spawnSync(findBinary('promtool') ?? 'promtool', args, options);
  assert.equal(status, 0, `promtool ${args.join(' ')}: ${error ?? ''}\n${stdout}${stderr}`);
}

test('Prometheus takes the rules', () => promtool('check', 'rules', ...RULES));

for (const file of CASES)
  test(`alerts fire when they should, by ${file}`, () => promtool('test', 'rules', file));

test('each alert that wakes somebody has a case in which it fires, and one in which it does not', () => {
  const pages = RULES.flatMap((file) => read(file).groups)
    .flatMap(({ rules }) => rules)
    .filter(({ labels }) => labels.severity === 'page')
    .map(({ alert }) => alert);
  const cases = CASES.flatMap((file) => read(file).tests).flatMap((each) => each.alert_rule_test);
  const evaluated = (/** @type {boolean} */ fires) =>
    new Set(
      cases.filter((each) => (each.exp_alerts ?? []).length > 0 === fires).map((each) => each.alertname),
    );
  assert.ok(pages.length > 20);
  for (const fires of [true, false])
    assert.deepEqual(
      pages.filter((alert) => !evaluated(fires).has(alert)),
      [],
      fires ? 'fires in no case' : 'fires in each case',
    );
});
