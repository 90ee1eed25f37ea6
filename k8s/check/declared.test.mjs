// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHECKOUT } from '../../libs/stack/state/stack-folder.mjs';
import { NODE_PROCESSES } from '../../libs/stack/topology.mjs';
import { undeclaredInFiles, undeclaredInOverlay } from './declared.mjs';

const read = (/** @type {string} */ path) => readFileSync(join(CHECKOUT, path), 'utf8');

test('every file knows the declared processes', () => {
  assert.deepEqual(undeclaredInFiles(read), []);
});

/** @type {[file: string, text: string | RegExp, instead: string, complaints: string[]][]} */
const PLANTED = [
  ['tsconfig.json', '{ "path": "services/giveaway/tsconfig.build.json" },', '', ['lacks services/giveaway']],
  [
    'tsconfig.json',
    '"services/giveaway/',
    '"services/roulette/',
    ['lacks services/giveaway', 'has services/roulette, which no process.mjs declares'],
  ],
  [
    'docker-compose.yml',
    'APP: services/posts }',
    'APP: services/auth }',
    ['lacks posts of services/posts', 'has posts of services/auth, which no process.mjs declares'],
  ],
  ['docker-compose.yml', /^ {2}migrate-posts:\n( {4}.*\n)+/m, '', ['lacks migrate-posts']],
  ['docker-compose.yml', /^ +- secrets-giveaway:.*\n/m, '', ['lacks secrets-giveaway:/secrets/giveaway']],
  [
    'docker/stand-ins.yml',
    / +- secrets-openai-stand-in:.*\n/,
    '',
    ['lacks secrets-openai-stand-in:/secrets/openai-stand-in'],
  ],
  ['knip.json', '"gateway": {', '"door": {', ['lacks gateway']],
  ['monitoring/prometheus.yml', ', giveaway', '', ['lacks giveaway']],
  ['monitoring/rules.yml', ' or absent(up{job="likewell",service="giveaway"})', '', ['lacks giveaway']],
];

for (const [file, text, instead, complaints] of PLANTED) {
  test(`${file}: without ${String(text)} it says what is missing`, () => {
    const planted = read(file).replace(text, instead);
    assert.notEqual(planted, read(file));
    assert.deepEqual(
      undeclaredInFiles((path) => (path === file ? planted : read(path))),
      complaints.map((complaint) => `${file} ${complaint}`),
    );
  });
}

/**
 * Makes pods of every process with the labels that its declaration requires, and policies that match them.
 */
function overlay() {
  /** @param {string} kind @param {string} name @param {string} image @param {string[]} [uses] */
  const pods = (kind, name, image, uses = []) => ({
    kind,
    metadata: { name },
    spec: {
      template: {
        metadata: {
          /** @type {Record<string, string>} */
          labels: { name, ...Object.fromEntries(uses.map((use) => [`likewell/${use}`, 'yes'])) },
        },
        spec: { containers: [{ image }] },
      },
    },
  });
  const edge = (
    /** @type {string} */ use,
    /** @type {string} */ server,
    /** @type {number[]} */ ...ports
  ) => {
    const user = { podSelector: { matchLabels: { [`likewell/${use}`]: 'yes' } } };
    const target = { podSelector: { matchLabels: { name: server } } };
    const rule = { ports: ports.map((port) => ({ port })) };
    return [
      {
        kind: 'NetworkPolicy',
        metadata: { name: use },
        spec: { ...user, egress: [{ to: [target], ...rule }] },
      },
      {
        kind: 'NetworkPolicy',
        metadata: { name: use },
        spec: { ...target, ingress: [{ from: [user], ...rule }] },
      },
    ];
  };
  return {
    processes: NODE_PROCESSES.map(({ name, uses, schema }) =>
      pods('Deployment', name, `likewell/${name}:dev`, [...uses, ...(schema ? ['database'] : [])]),
    ),
    jobs: NODE_PROCESSES.filter(({ schema }) => schema).map(({ name }) =>
      pods('Job', `migrate-${name}`, `likewell/${name}:dev`),
    ),
    others: [
      pods('Deployment', 'web', 'likewell/web:dev'),
      ...['nats', 'redis', 'postgres'].map((name) => pods('StatefulSet', name, `${name}:1`)),
      ...[
        edge('bus', 'nats', 4222),
        edge('cache', 'redis', 6379, 26379),
        edge('database', 'postgres', 5432),
      ].flat(),
    ],
  };
}

/** @param {(place: ReturnType<typeof overlay>) => void} [change] */
function complaints(change = () => {}) {
  const place = overlay();
  change(place);
  return undeclaredInOverlay(Object.values(place).flat(), 'local');
}
const named = (
  /** @type {ReturnType<typeof overlay>['processes']} */ processes,
  /** @type {string} */ name,
) => {
  const found = processes.find(({ metadata }) => metadata.name === name);
  assert.ok(found);
  return found;
};

test('an overlay that has every process, with the edges that it declares, is accepted', () => {
  assert.deepEqual(complaints(), []);
});

test('a process, a migration or an edge that is missing is named, and so is one too many', () => {
  const without = (/** @type {string} */ name) =>
    complaints((place) => {
      for (const kind of /** @type {const} */ (['processes', 'jobs']))
        place[kind] = place[kind].filter(({ metadata }) => metadata.name !== name);
    });
  assert.deepEqual(without('openai-stand-in'), ['[processes] lacks openai-stand-in']);
  assert.deepEqual(without('migrate-auth'), ['[processes] lacks migrate-auth']);
  const roulette = complaints(({ processes }) => {
    named(processes, 'giveaway').metadata.name = 'roulette';
  });
  assert.ok(roulette.includes('[processes] has roulette, which no process.mjs declares'));
  const relabelled = complaints(({ processes }) => {
    const { labels } = named(processes, 'auth').spec.template.metadata;
    delete labels['likewell/cache'];
    delete labels['likewell/outside'];
    named(processes, 'tipping-ledger').spec.template.metadata.labels['likewell/outside'] = 'yes';
  });
  assert.deepEqual(relabelled, [
    '[processes] lacks auth → redis:6379',
    '[processes] lacks auth → redis:26379',
    '[processes] lacks auth → the outside world',
    '[processes] has tipping-ledger → the outside world, which no process.mjs declares',
  ]);
});
