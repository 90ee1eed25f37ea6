// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgesOf } from './edges.mjs';

/**
 * @param {string} name
 * @param {Record<string, string>} labels
 */
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
