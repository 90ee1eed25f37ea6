// @ts-check
// What the dashboards and rules ask for is what the code exports, in PromQL that Prometheus can read.
import { parser } from '@prometheus-io/lezer-promql';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { parse, parseAllDocuments } from 'yaml';
import { filesBelow } from '../libs/stack/app/fingerprint.mjs';
import { prometheusRule } from './prometheus-rule.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (/** @type {string} */ path) => readFileSync(join(import.meta.dirname, path), 'utf8');

/**
 * @typedef {object} Rule
 * @property {string} alert
 * @property {string} expr
 * @property {Record<string, string>} labels
 * @property {{ summary: string, runbook: string }} annotations
 */

/** @type {Rule[]} */
const rules = parse(read('rules.yml')).groups.flatMap(
  (/** @type {{ rules: Rule[] }} */ group) => group.rules,
);
const dashboards = readdirSync(join(import.meta.dirname, 'dashboards')).map((file) => ({
  file,
  ...JSON.parse(read(join('dashboards', file))),
}));
const queries = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboards.flatMap(({ file, panels }) =>
    panels.flatMap((/** @type {{ title: string, targets: { expr: string }[] }} */ { title, targets }) =>
      targets.map(({ expr }) => ({
        where: `${file}: ${title}`,
        expr: expr.replaceAll('$__rate_interval', '1m'),
      })),
    ),
  ),
];

/** As each names itself in its metrics, too. */
const processes = ['gateway', ...readdirSync(join(ROOT, 'services'))].sort();

const sources = [
  'libs/service-kit/src',
  'gateway/src',
  ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}/src`),
]
  .flatMap((folder) => filesBelow([join(ROOT, folder)]))
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'));

/** Ours by the literal that names each, a histogram's three series, Node's own, and what Prometheus adds. */
function exportedNames() {
  const ours = sources.flatMap((text) => [...text.matchAll(/'(likewell_[a-z_]+)'/g)].map(([, name]) => name));
  const node = new Registry();
  collectDefaultMetrics({ register: node });
  const all = [...ours, ...node.getMetricsAsArray().map(({ name }) => name)];
  const series = all.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]);
  return new Set([...series, 'up']);
}

/**
 * @param {string} expr
 * @param {string} type of the nodes
 */
function partsOf(expr, type) {
  /** @type {string[]} */
  const parts = [];
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.name === type) parts.push(expr.slice(node.from, node.to));
    },
  });
  return parts;
}

test('every query is PromQL', () => {
  assert.ok(queries.length > 80);
  for (const { where, expr } of queries) {
    parser.parse(expr).iterate({
      enter(node) {
        assert.ok(
          !node.type.isError,
          `${where}: ${expr.slice(0, node.from)} ⟨here⟩ ${expr.slice(node.from)}`,
        );
      },
    });
  }
  const broken = parser.parse('sum(rate(up[5m])').topNode.toString();
  assert.match(broken, /⚠/, 'the parser says what is no PromQL');
});

test('every metric that a dashboard or a rule names is exported', () => {
  const exported = exportedNames();
  for (const { where, expr } of queries) {
    const names = partsOf(expr, 'Identifier');
    for (const name of names) assert.ok(exported.has(name), `${where}: nobody exports ${name}`);
  }
  assert.ok(!exported.has('likewell_tips'), 'a name that nobody exports is not taken for one');
});

test('every metric of ours is on a dashboard', () => {
  const shown = new Set(
    queries
      .flatMap(({ expr }) => partsOf(expr, 'Identifier'))
      .map((name) => name.replace(/_(bucket|sum|count)$/, '')),
  );
  const ours = sources.flatMap((text) =>
    [...text.matchAll(/'(likewell_[a-z_]+)'/g)].map(([, name = '']) => name),
  );
  assert.deepEqual(
    [...new Set(ours)].filter((name) => !shown.has(name)),
    [],
  );
});

test('every route that a query names is one of the gateway', () => {
  const contracts = filesBelow([join(ROOT, 'libs/contracts/src/gateway')]).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const routes = contracts.flatMap((text) =>
    [...text.matchAll(/method: '([A-Z]+)',\s+path: '([^']+)'/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  );
  assert.ok(routes.length > 30);
  for (const { where, expr } of queries) {
    for (const [, operator, value = ''] of expr.matchAll(/route(=~|=)"([^"]+)"/g)) {
      const isNamed = (/** @type {string} */ route) =>
        operator === '=' ? route === value : new RegExp(`^(?:${value})$`).test(route);
      assert.ok(routes.some(isNamed), `${where}: no route is ${value}`);
    }
  }
});

test('every alert says how bad it is, whose it is, and has its section in the runbook, and no section is left over', () => {
  const sections = [...read('runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual([...sections].sort(), rules.map(({ alert }) => alert).sort());
  for (const { alert, labels, annotations } of rules) {
    assert.equal(annotations.runbook, `runbook.md#${alert.toLowerCase()}`);
    assert.match(labels.severity ?? '', /^(page|ticket)$/);
    assert.match(labels.audience ?? '', /^(sre|product|money)$/);
    assert.ok(annotations.summary.length > 10);
  }
});

test('Prometheus asks every process that has metrics of its own', () => {
  const [job] = parse(read('prometheus.yml')).scrape_configs;
  const asked = job.dns_sd_configs[0].names;
  assert.deepEqual([...asked].sort(), processes);
  const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  });
  for (const name of asked) assert.ok(services[name], `docker-compose.yml has no ${name}`);
  for (const name of ['prometheus', 'grafana']) {
    assert.deepEqual(services[name].profiles, ['monitoring']);
    assert.match(services[name].image, /:v?\d+\.\d+\.\d+$/);
  }
});

test('what is asked of `up` is what Prometheus and its operator call the processes', () => {
  const asked = queries.flatMap(({ where, expr }) =>
    partsOf(expr, 'VectorSelector')
      .filter((selector) => /^up\b/.test(selector))
      .flatMap((selector) => partsOf(selector, 'UnquotedLabelMatcher'))
      .map((matcher) => ({ where, matcher, parts: /^(\w+)="(.*)"$/.exec(matcher)?.slice(1) ?? [] })),
  );
  assert.ok(asked.length >= 10);
  for (const targets of [targetsOfCompose(), targetsOfOperator()]) {
    assert.deepEqual(targets.map(({ service }) => service).sort(), processes);
    for (const { where, matcher, parts } of asked) {
      const [label = '', value] = parts;
      assert.ok(
        targets.some((labels) => labels[label] === value),
        `${where}: no target has ${matcher}`,
      );
    }
  }
});

/**
 * The labels of each target in docker-compose.yml's network.
 * @returns {Record<string, string>[]}
 */
function targetsOfCompose() {
  const [job] = parse(read('prometheus.yml')).scrape_configs;
  return job.dns_sd_configs[0].names.map((/** @type {string} */ name) =>
    relabelled({ job: job.job_name, __meta_dns_name: name }, job.relabel_configs),
  );
}

/**
 * The labels of each target of the PodMonitor; the operator's own `job` is its namespace and name.
 * @returns {Record<string, string>[]}
 */
function targetsOfOperator() {
  const text = readFileSync(join(ROOT, 'k8s/components/monitoring/pod-monitors.yaml'), 'utf8');
  const [endpoint] = parseAllDocuments(text)[0]?.toJS().spec.podMetricsEndpoints ?? [];
  const rules = (endpoint.relabelings ?? []).map(
    (/** @type {Record<string, any>} */ { sourceLabels, targetLabel, ...rest }) => ({
      ...rest,
      source_labels: sourceLabels,
      target_label: targetLabel,
    }),
  );
  const folders = ['gateway', ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}`)];
  return folders.map((folder) => {
    const [deployment] = parseAllDocuments(readFileSync(join(ROOT, folder, 'k8s/process.yaml'), 'utf8'));
    const { labels } = deployment?.toJS().spec.template.metadata ?? {};
    const meta = Object.entries(labels).map(([label, value]) => [
      `__meta_kubernetes_pod_label_${label.replaceAll(/[^a-zA-Z0-9_]/g, '_')}`,
      value,
    ]);
    return relabelled({ job: 'likewell/likewell', ...Object.fromEntries(meta) }, rules);
  });
}

/**
 * What rules without a pattern make of a target's labels: a label has another's value, or what is said.
 * @param {Record<string, string>} labels
 * @param {{ source_labels?: string[], target_label: string, replacement?: string }[]} rules
 */
function relabelled(labels, rules) {
  return rules.reduce((before, { source_labels: [source = ''] = [], target_label: target, replacement }) => {
    return { ...before, [target]: replacement ?? before[source] ?? '' };
  }, labels);
}

test('the operator of Kubernetes has the same alerts', () => {
  assert.equal(read('prometheus-rule.yaml'), prometheusRule());
});
