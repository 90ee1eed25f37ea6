// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { CHECKOUT } from '../../libs/stack/state/stack-folder.mjs';
import { NODE_PROCESSES } from '../../libs/stack/topology.mjs';
import { edgesOf, waysOut } from './edges.mjs';

/** @param {string} name @param {Record<string, string>} labels */
const pods = (name, labels, ports = {}) => ({
  kind: 'Deployment',
  metadata: { name },
  spec: {
    template: {
      metadata: { labels: { name, ...labels } },
      spec: {
        containers: [
          { ports: Object.entries(ports).map(([name, containerPort]) => ({ name, containerPort })) },
        ],
      },
    },
  },
});
const policy = (/** @type {object} */ spec) => ({
  kind: 'NetworkPolicy',
  metadata: { name: 'any' },
  spec,
});
const labelled = (/** @type {Record<string, string>} */ matchLabels) => ({ podSelector: { matchLabels } });

const places = [
  pods('auth', { bus: 'yes' }),
  pods('posts', { bus: 'yes' }),
  pods('web', {}),
  pods('nats', {}, { client: 4222 }),
];
const into = policy({
  ...labelled({ name: 'nats' }),
  ingress: [{ from: [labelled({ bus: 'yes' })], ports: [{ port: 4222 }] }],
});
const out = policy({
  ...labelled({ bus: 'yes' }),
  egress: [{ to: [labelled({ name: 'nats' })], ports: [{ port: 'client' }] }],
});

test('an edge is there where both ends allow it, its port named or numbered', () => {
  assert.deepEqual(edgesOf([...places, into, out]), {
    agreed: ['auth → nats:4222', 'posts → nats:4222'],
    halves: [],
  });
});

test('what one end alone allows is half an edge, and it is said which end is missing', () => {
  assert.deepEqual(edgesOf([...places, into]).halves, [
    'auth → nats:4222 is not let out',
    'posts → nats:4222 is not let out',
  ]);
  assert.deepEqual(edgesOf([...places, out]).halves, [
    'auth → nats:4222 is not let in',
    'posts → nats:4222 is not let in',
  ]);
});

test('another namespace and the outside world are no pods of ours', () => {
  const elsewhere = { ...labelled({ bus: 'yes' }), namespaceSelector: {} };
  const foreign = policy({
    ...labelled({ name: 'nats' }),
    ingress: [{ from: [elsewhere, { ipBlock: { cidr: '0.0.0.0/0' } }], ports: [{ port: 4222 }] }],
  });
  assert.deepEqual(edgesOf([...places, foreign]), { agreed: [], halves: [] });
});

/** Reads the objects in these files of the checkout. */
const manifests = (/** @type {string[]} */ ...paths) =>
  paths.flatMap((path) =>
    parseAllDocuments(readFileSync(join(CHECKOUT, path), 'utf8')).map((document) => document.toJS()),
  );
const inProduction = manifests(
  'k8s/components/network-policies/edges.yaml',
  'k8s/overlays/production/network-policies.yaml',
  'k8s/overlays/production/servers/postgres.yaml',
);

test('a job of the operator, which inherits no labels, makes an instance by the API and by the primary', () => {
  const { agreed, halves } = edgesOf(inProduction);
  assert.ok(agreed.includes('postgres-job → postgres:5432'));
  assert.deepEqual(
    halves.filter((half) => half.includes('job')),
    [],
  );
  for (const port of [443, 6443])
    assert.ok(waysOut(inProduction).includes(`postgres-job → anywhere:${port}`));
});

test('every process may send its traces to the collector', () => {
  const processes = NODE_PROCESSES.filter(({ folder }) => !folder.startsWith('libs/stand-ins/'));
  const ways = waysOut([
    ...inProduction,
    ...manifests(...processes.map(({ folder }) => `${folder}/k8s/process.yaml`)),
  ]);
  assert.deepEqual(
    ways.filter((way) => way.endsWith(' → monitoring:4318')).sort(),
    processes.map(({ name }) => `${name} → monitoring:4318`).sort(),
  );
});
