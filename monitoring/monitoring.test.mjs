// Checks that dashboards and rules use only metrics that the code exports, in PromQL that Prometheus can
// parse.
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

/** @returns {Rule[]} */
const rulesOf = (/** @type {string} */ file) =>
  parse(read(file)).groups.flatMap((/** @type {{ rules: Rule[] }} */ group) => group.rules);
const clusterRules = rulesOf('cluster-rules.yml');
const rules = [...rulesOf('rules.yml'), ...clusterRules];
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

/** Process names, which are also used in their metrics. */
const processes = ['gateway', ...readdirSync(join(ROOT, 'services'))].sort();

/** Metrics of each exporter of the cluster that a rule uses, as its own documentation names them. */
const CLUSTER_METRICS = {
  // Metrics of the instances; the second half is defined in config/manager/default-monitoring.yaml.
  CloudNativePG: [
    ...['up', 'last_available_backup_timestamp', 'last_failed_backup_timestamp'].map(
      (name) => `collector_${name}`,
    ),
    ...['last_archived_time', 'last_failed_time', 'seconds_since_last_archival'].map(
      (name) => `pg_stat_archiver_${name}`,
    ),
    ...['pg_replication_streaming_replicas', 'backends_max_tx_duration_seconds', 'pg_database_xid_age'],
  ].map((name) => `cnpg_${name}`),
  'Barman Cloud plugin': ['last_available_backup_timestamp', 'last_failed_backup_timestamp'].map(
    (name) => `barman_cloud_cloudnative_pg_io_${name}`,
  ),
  'kube-state-metrics': ['kube_deployment_status_replicas_available'],
  kubelet: ['kubelet_volume_stats_used_bytes', 'kubelet_volume_stats_capacity_bytes'],
  'blackbox exporter': ['probe_success', 'probe_ssl_earliest_cert_expiry'],
};

const sources = [
  'libs/service-kit/src',
  'gateway/src',
  ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}/src`),
]
  .flatMap((folder) => filesBelow([join(ROOT, folder)]))
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'));

/**
 * Returns the names of our metrics by their literals, a histogram's three series, Node's own, and those that
 * Prometheus adds.
 */
function exportedNames() {
  const ours = sources.flatMap((text) => [...text.matchAll(/'(likewell_[a-z_]+)'/g)].map(([, name]) => name));
  const node = new Registry();
  collectDefaultMetrics({ register: node });
  const all = [...ours, ...node.getMetricsAsArray().map(({ name }) => name)];
  const series = all.flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]);
  return new Set([...series, 'up']);
}

/** @param {string} expr @param {string} type of the nodes */
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
  const inCluster = new Set([...exported, ...Object.values(CLUSTER_METRICS).flat()]);
  for (const { where, expr } of queries) {
    const known = clusterRules.some(({ alert }) => alert === where) ? inCluster : exported;
    for (const name of partsOf(expr, 'Identifier')) {
      assert.ok(known.has(name), `${where}: nobody exports ${name}`);
    }
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

test('an alert that asks how long ago something was fires, too, where nobody says that it ever was', () => {
  const asked = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/time\(\) - (\(?)max(?: by \(cnpg_io_cluster\) )?\((\w+)[^)]*\)(?! < )( or )?/g)].map(
      ([, open, metric = '', or]) => ({
        ...{ alert, metric, hasFallback: open === '(' && or !== undefined },
      }),
    ),
  );
  assert.ok(asked.length >= 6);
  for (const { alert, metric, hasFallback } of asked) {
    assert.ok(hasFallback || isShownFromTheStart(metric), `${alert}: ${metric} may be shown by nobody`);
  }
});

test('an alert on when the clock of Postgres, which may jump, last had something done fires for a future time too', () => {
  for (const name of ['AuditIsOld', 'EpochIsOverdue', 'ChainIsNotScanned', 'ChainEndpointIsNotSwept']) {
    const expr = rules.find(({ alert }) => alert === name)?.expr ?? '';
    const [latest = ''] = /max(?: by \(\w+\) )?\(\w+_timestamp_seconds\)/.exec(expr) ?? [];
    assert.ok(expr.includes(`time() - ${latest} < -300`), `${name} is silent about ${latest} in the future`);
  }
});

test('an alert on the age of a deposit fires for one that was found in the future too', () => {
  const expr = rules.find(({ alert }) => alert === 'DepositIsStuck')?.expr ?? '';
  assert.ok(partsOf(expr, 'BinaryExpr').includes('min(likewell_deposits_oldest_seconds) < -300'), expr);
});

test('an alert whose runbook goes by the sign of its value keeps the sign', () => {
  const signed = read('runbook.md')
    .split(/^(?=## )/m)
    .filter((section) => /below 0|negative/i.test(section))
    .map((section) => /^## (\w+)/.exec(section)?.[1]);
  assert.ok(signed.includes('LedgerDiffersFromDeposits') && signed.includes('AuditIsOld'));
  for (const { alert, expr } of rules.filter(({ alert: name }) => signed.includes(name))) {
    assert.ok(!/\babs *\(/.test(expr), `${alert}: ${expr}`);
  }
});

/** True if a gauge is 0 until it is set: it has no labels, and no gauge of its file is ever removed. */
function isShownFromTheStart(/** @type {string} */ metric) {
  const { labels, text } = declarationOf(metric);
  return labels.length === 0 && !text.includes('.remove(');
}

test('a Postgres that has archived nothing since it was promoted, and shows -1 for the time of it, alerts', () => {
  const still = clusterRules.find(({ alert }) => alert === 'PostgresArchiveStandsStill');
  const never =
    'max by (cnpg_io_cluster) (cnpg_pg_stat_archiver_last_archived_time{namespace="likewell"}) < 0';
  assert.ok(partsOf(still?.expr ?? '', 'BinaryExpr').includes(never), still?.expr);
});

test('what must not happen once is shown before it does, so that the first time is an increase', () => {
  const asked = rules
    .filter(({ expr }) => /> 0$/.test(expr))
    .flatMap(({ alert, expr }) =>
      [...expr.matchAll(/(?:increase|rate)\((\w+?)(?:_count|_bucket)?[{[]/g)].map(([, metric = '']) => ({
        alert,
        metric,
      })),
    );
  assert.ok(asked.length >= 8);
  for (const { alert, metric } of asked) {
    const { labels, field, kind, text } = declarationOf(metric);
    const begins = new RegExp(`\\b${field}\\.(?:inc\\(\\{[^}]*\\}, 0\\)|zero\\()`);
    assert.ok(
      labels.length === 0 ||
        kind === 'countEach' ||
        text.includes('.zero(') ||
        sources.some((source) => begins.test(source)),
      `${alert}: ${metric} has labels, and is not there before the first time`,
    );
  }
});

/**
 * Finds the declaration of one of our metrics: the file's text, the field, the method of `Metrics`, its
 * labels, which are the words in quotes after the help, and the bounds of a histogram, which are numbers or the
 * name of an array.
 */
function declarationOf(/** @type {string} */ metric) {
  const text = sources.find((source) => source.includes(`'${metric}'`)) ?? '';
  const made = new RegExp(
    `(\\w+)(?: =|:) \\w+\\.(\\w+)\\(\\s*'${metric}',\\s*(?:'[^']*'|"[^"]*")([^)]*)\\)`,
  ).exec(text);
  assert.ok(made, `${metric} is made in no way that is known here`);
  const [, field = '', kind = '', rest = ''] = made;
  const array = new RegExp(`\\b${/[A-Z]\w+/.exec(rest)?.[0]} = \\[([^\\]]*)\\]`).exec(text)?.[1] ?? rest;
  return {
    ...{ text, field, kind },
    labels: rest.match(/'\w+'/g) ?? [],
    bounds: (array.match(/[\d.]+/g) ?? []).map(Number),
  };
}

const failures = rules.filter(({ expr }) => expr.includes('{status=~"5.."'));

test('an alert on the share of requests that fail asks how many do, too: of few, one is a large share', () => {
  assert.ok(failures.length >= 1);
  for (const { alert, expr } of failures)
    assert.match(
      expr,
      / and sum(?: by \(route\) )?\(increase\(\w+\{status=~"5\.\."\}\[\d+m\]\)\) > \d+$/,
      alert,
    );
});

test('a route that fails alone is seen, however much is read meanwhile, and wakes somebody if it is a main one', () => {
  const severities = failures
    .filter(({ expr }) => partsOf(expr, 'AggregateExpr').every((part) => part.startsWith('sum by (route) (')))
    .map(({ expr, labels }) => [labels.severity, /,route=~"/.test(expr)]);
  assert.deepEqual(severities, [
    ['page', true],
    ['ticket', false],
  ]);
});

test('mails that are all given up alert where few are sent, too', () => {
  const { expr = '' } = rules.find(({ alert }) => alert === 'MailsAreGivenUp') ?? {};
  const mails = (/** @type {string} */ outcome) =>
    `sum(increase(likewell_mails_total{outcome="${outcome}"}[1h]))`;
  const isAll = `${mails('given-up')} > 2 and ${mails('sent')} == 0`;
  assert.ok(partsOf(expr, 'BinaryExpr').includes(isAll), expr);
});

test('a query finds the bucket that it names by both of its names: 1 of before Prometheus 3, and 1.0', () => {
  const asked = queries.flatMap(({ where, expr }) =>
    partsOf(expr, 'VectorSelector').flatMap((selector) =>
      [...selector.matchAll(/\b(?:le|quantile)([=!~]+)(".*?")/g)].map(([, operator, value = '""']) => ({
        ...{ where, selector, isNamed: isMatchedBy(operator, JSON.parse(value)) },
      })),
    ),
  );
  assert.ok(asked.length >= 1);
  for (const { where, selector, isNamed } of asked) {
    const named = declarationOf(selector.replace(/(_bucket)?\{.*$/, ''))
      .bounds.map((bound) => [String(bound), Number.isInteger(bound) ? `${bound}.0` : String(bound)])
      .filter((names) => names.some(isNamed));
    assert.ok(named.length === 1 && named.flat().every(isNamed), `${where}: ${selector} finds ${named}`);
  }
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
      assert.ok(routes.some(isMatchedBy(operator, value)), `${where}: no route is ${value}`);
    }
  }
});

/**
 * Returns a function that says whether a label's value is matched by this text.
 * @param {string | undefined} operator `=` or `=~`
 * @param {string} text
 */
function isMatchedBy(operator, text) {
  return (/** @type {string} */ value) =>
    operator === '=' ? value === text : new RegExp(`^(?:${text})$`).test(value);
}

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

const OPERATIONS = join(ROOT, 'docs/operations');
const manuals = [
  ...readdirSync(OPERATIONS).map((file) => readFileSync(join(OPERATIONS, file), 'utf8')),
  read('runbook.md'),
];

test('a command about a member is written with who runs it, and why, without which production runs none', () => {
  const about = 'grant|suspend|reinstate|delete-member|export-member|assign-deposit';
  const commands = manuals.flatMap((text) =>
    [...text.matchAll(new RegExp(`(?:make |cli/)(?:${about})(?:\\.js)? [^\`]*`, 'g'))].map(
      ([command]) => command,
    ),
  );
  assert.ok(commands.length >= 6);
  for (const command of commands) assert.match(command, / by=\S+ why=/, command);
});

test('the runbook names the role that reads a table of another schema', () => {
  const others = [...read('runbook.md').matchAll(/^.*\bFROM (auth|posts|tipping_ledger|giveaway)\.\w+.*$/gm)];
  assert.ok(others.length >= 1);
  for (const [line, schema] of others)
    assert.ok(line.includes(`\`SET ROLE likewell_${schema}_owner\``), line);
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

test('what every Node process shows is asked of ours, by what Prometheus and its operator call them', () => {
  const selectors = queries.flatMap(({ where, expr }) =>
    partsOf(expr, 'VectorSelector')
      .filter((selector) => /^(up\b|nodejs_|process_)/.test(selector))
      .map((selector) => ({ where, selector, matchers: partsOf(selector, 'UnquotedLabelMatcher') })),
  );
  // Others of the cluster's Prometheus may be of Node too, or have a `service` of the same name.
  for (const { where, selector, matchers } of selectors) {
    assert.ok(matchers.includes('job="likewell"'), `${where}: ${selector} may be of somebody else`);
  }
  const asked = selectors.flatMap(({ where, matchers }) =>
    matchers.map((matcher) => ({ where, matcher, parts: /^(\w+)="(.*)"$/.exec(matcher)?.slice(1) ?? [] })),
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

/** Returns the labels of each target in docker-compose.yml's network. @returns {Record<string, string>[]} */
function targetsOfCompose() {
  const [job] = parse(read('prometheus.yml')).scrape_configs;
  return job.dns_sd_configs[0].names.map((/** @type {string} */ name) =>
    relabelled({ job: job.job_name, __meta_dns_name: name }, job.relabel_configs),
  );
}

/**
 * Returns the labels of each target of the PodMonitor; the operator's own `job` is its namespace and name.
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
 * Applies relabelling rules without a pattern to a target's labels: a label gets another label's value, or a
 * fixed one.
 * @param {Record<string, string>} labels
 * @param {{ source_labels?: string[], target_label: string, replacement?: string }[]} rules
 */
function relabelled(labels, rules) {
  return rules.reduce((before, { source_labels: [source = ''] = [], target_label: target, replacement }) => {
    return { ...before, [target]: replacement ?? before[source] ?? '' };
  }, labels);
}

/**
 * Reads the complete objects in these folders, without patches.
 * @param {string[]} folders
 * @returns {Record<string, any>[]}
 */
function objectsIn(folders) {
  return filesBelow(folders.map((folder) => join(ROOT, folder)))
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS()))
    .filter((object) => object && (object.kind !== 'Deployment' || object.spec.selector));
}

const PRODUCTION = 'k8s/overlays/production';
const production = parse(readFileSync(join(ROOT, PRODUCTION, 'kustomization.yaml'), 'utf8'));
const inProduction = objectsIn([
  ...['k8s/base', PRODUCTION, 'gateway/k8s'],
  ...production.components.map((/** @type {string} */ path) => join(PRODUCTION, path)),
  ...readdirSync(join(ROOT, 'services')).map((name) => `services/${name}/k8s`),
]);
const ofKind = (/** @type {string} */ wanted) => inProduction.filter(({ kind }) => kind === wanted);

test('an alert names each Deployment of production', () => {
  const deployments = ofKind('Deployment').map(({ metadata }) => metadata.name);
  assert.deepEqual([...deployments].sort(), [...processes, 'web'].sort());
  for (const name of deployments) {
    const matcher = new RegExp(`(service|deployment)="${name}"`);
    assert.ok(
      rules.some(({ expr }) => matcher.test(expr)),
      `no alert names ${name}`,
    );
  }
});

test('what the operator has scraped and probed, an alert asks for', () => {
  /** @type {Record<string, RegExp>} */
  const metrics = { likewell: /^likewell_/, postgres: /^cnpg_/, site: /^probe_/ };
  const monitors = [...ofKind('PodMonitor'), ...ofKind('Probe')].map(({ metadata }) => metadata.name);
  assert.deepEqual([...monitors].sort(), Object.keys(metrics));
  for (const [monitor, metric] of Object.entries(metrics)) {
    const names = rules.flatMap(({ expr }) => partsOf(expr, 'Identifier'));
    assert.ok(
      names.some((name) => metric.test(name)),
      `no alert asks for what ${monitor} brings`,
    );
  }
});

test('alerts of the cluster are of our namespace, our probe and our Postgres', () => {
  const [probe] = ofKind('Probe');
  for (const { alert, expr } of clusterRules) {
    for (const selector of partsOf(expr, 'VectorSelector')) {
      const own = selector.startsWith('probe_')
        ? `job="${probe?.spec.jobName}"`
        : `namespace="${production.namespace}"`;
      assert.ok(selector.includes(own), `${alert}: ${selector} has no ${own}`);
    }
  }
  const [postgres] = ofKind('Cluster');
  const lacks = clusterRules.find(({ alert }) => alert === 'PostgresLacksAStandby');
  assert.match(lacks?.expr ?? '', new RegExp(`< ${postgres?.spec.instances - 1}$`));
});

test('what is asked of Postgres is asked of each of its Clusters, and the alert names the one', () => {
  const [monitor] = ofKind('PodMonitor').filter(({ metadata }) => metadata.name === 'postgres');
  const labels = (monitor?.spec.podTargetLabels ?? []).map((/** @type {string} */ label) =>
    label.replaceAll(/[^a-zA-Z0-9_]/g, '_'),
  );
  assert.deepEqual(labels, ['cnpg_io_cluster']);
  const asked = rules.flatMap(({ alert, expr, annotations: { summary } }) =>
    partsOf(expr, 'AggregateExpr')
      .filter((part) => part.includes('cnpg_'))
      .map((part) => ({ alert, part, summary })),
  );
  assert.ok(asked.length >= 9);
  for (const { alert, part, summary } of asked) {
    assert.match(part, /^\w+ by \(cnpg_io_cluster\) \(/, alert);
    assert.ok(summary.includes('{{ $labels.cnpg_io_cluster }}'), alert);
  }
});

test('a Postgres whose metrics are missing is missed though another one has its own', () => {
  const expr = clusterRules.find(({ alert }) => alert === 'ClusterIsNotWatched')?.expr ?? '';
  const clusters = ofKind('Cluster').map(({ metadata }) => metadata.name);
  assert.deepEqual(
    partsOf(expr, 'VectorSelector').filter((selector) => selector.startsWith('cnpg_')),
    clusters.map((name) => `cnpg_collector_up{namespace="likewell",cnpg_io_cluster="${name}"}`),
  );
});

test('a Cluster that tells of no backup has an old one, whatever the others have', () => {
  const expr = clusterRules.find(({ alert }) => alert === 'PostgresBackupIsOld')?.expr ?? '';
  const fallback = '0 * max by (cnpg_io_cluster) (cnpg_collector_up{namespace="likewell"})';
  assert.ok(partsOf(expr, 'BinaryExpr').includes(fallback), expr);
});

test('a backup by the Barman Cloud plugin counts, and before what the operator says of its own', () => {
  for (const name of ['PostgresBackupIsOld', 'PostgresBackupFails']) {
    const expr = clusterRules.find(({ alert }) => alert === name)?.expr ?? '';
    const own = partsOf(expr, 'AggregateExpr').filter((part) => part.includes('cnpg_collector_last_'));
    assert.ok(own.length > 0, expr);
    for (const part of own) {
      const plugin = part.replace('cnpg_collector_', 'barman_cloud_cloudnative_pg_io_');
      assert.ok(
        partsOf(expr, 'BinaryExpr').some((each) => each.startsWith(`${plugin} or ${part}`)),
        expr,
      );
    }
  }
});

test('the operator of Kubernetes has the same alerts', () => {
  assert.equal(read('prometheus-rule.yaml'), prometheusRule());
});
