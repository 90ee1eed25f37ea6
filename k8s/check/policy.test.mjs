// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { complaintsAbout, RULES } from './policy.mjs';
import { strict } from './strict-schema.mjs';
import { unknownVariables } from './variables.mjs';
import { LOCAL_CHAIN } from '../../libs/stack/topology.mjs';
import { CHECKOUT } from '../../libs/stack/state/stack-folder.mjs';

const GOOD_BUS = 'tls {\n}\ncluster {\n  tls {\n  }\n}\n';

/**
 * The smallest overlay that satisfies every rule: one process, one server, one job, and what belongs to them.
 */
function goodPlace() {
  const own = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  };
  const resources = { requests: { cpu: '10m', memory: '1Mi' }, limits: { cpu: '1', memory: '1Mi' } };
  const probe = { httpGet: { path: '/', port: 1 } };
  const probes = { startupProbe: probe, livenessProbe: probe, readinessProbe: probe };
  const pod = (/** @type {string} */ image, /** @type {number} */ user, /** @type {object} */ more = {}) => ({
    priorityClassName: 'data',
    serviceAccountName: 'own',
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [{ name: 'app', image, securityContext: own, resources, ...more }],
  });
  const labels = (/** @type {string} */ name) => ({ app: name });
  const metadata = (/** @type {string} */ name) => ({ name, labels: { 'likewell/step': 'servers' } });
  const policy = (/** @type {string} */ name) => ({
    kind: 'NetworkPolicy',
    metadata: metadata(name),
    spec: { podSelector: { matchLabels: labels(name) }, policyTypes: ['Egress'] },
  });
  const budget = (/** @type {string} */ name) => ({
    kind: 'PodDisruptionBudget',
    metadata: metadata(name),
    spec: { maxUnavailable: 1, selector: { matchLabels: labels(name) } },
  });
  /** @type {Record<string, any>} */
  const deployment = {
    kind: 'Deployment',
    metadata: { name: 'auth', labels: { 'likewell/step': 'processes', 'likewell/database': 'yes' } },
    spec: {
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: { ...labels('auth'), 'likewell/bus': 'yes' } },
        spec: {
          ...pod('registry.example.com:5000/likewell/auth:1.0.0', 10_001, {
            ...probes,
            env: [
              { name: 'DATABASE_POOL_SIZE', value: '10' },
              { name: 'NATS_CA', value: '/run/nats-ca/ca.crt' },
            ],
            volumeMounts: [{ name: 'nats-ca', mountPath: '/run/nats-ca' }],
          }),
          priorityClassName: 'services',
          terminationGracePeriodSeconds: 45,
          topologySpreadConstraints: [{}],
          volumes: [{ name: 'secrets', secret: { secretName: 'auth' } }],
        },
      },
    },
  };
  /** @type {Record<string, any>} */
  const server = {
    kind: 'StatefulSet',
    metadata: metadata('postgres'),
    spec: {
      template: {
        metadata: { labels: labels('postgres') },
        spec: pod('postgres:17', 999, { ...probes, args: ['-c', 'max_connections=60'] }),
      },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { storageClassName: 'fast' } }],
    },
  };
  /** @type {Record<string, any>} */
  const job = {
    kind: 'Job',
    metadata: metadata('migrate'),
    spec: {
      activeDeadlineSeconds: 900,
      template: {
        metadata: { labels: { ...labels('migrate'), 'likewell/step': 'servers' } },
        spec: pod('registry.example.com:5000/likewell/auth:1.0.0', 10_001),
      },
    },
  };
  /** @type {Record<string, any>} */
  const autoscaler = {
    kind: 'HorizontalPodAutoscaler',
    metadata: metadata('auth'),
    spec: { scaleTargetRef: { name: 'auth' }, minReplicas: 2, maxReplicas: 2 },
  };
  const deny = {
    kind: 'NetworkPolicy',
    metadata: metadata('deny'),
    spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
  };
  /** @type {Record<string, any>[]} */
  const others = [
    ...['auth', 'postgres', 'migrate'].map(policy),
    ...['auth', 'postgres'].map(budget),
    { kind: 'Secret', metadata: { name: 'auth' } },
    { kind: 'ConfigMap', metadata: metadata('nats'), data: { 'nats.conf': GOOD_BUS } },
    { kind: 'PriorityClass', metadata: metadata('data'), value: 2 },
    { kind: 'PriorityClass', metadata: metadata('services'), value: 1 },
    { kind: 'Service', metadata: metadata('postgres'), spec: { selector: labels('postgres') } },
  ];
  return { deployment, server, job, autoscaler, deny, others };
}

/** Makes a Postgres of the operator that satisfies every rule, except for the given changes. */
const clusterWith = (
  /** @type {object} */ spec,
  /** @type {object} */ parameters = {},
  name = 'postgres',
) => ({
  kind: 'Cluster',
  metadata: { name, labels: { 'likewell/step': 'servers' } },
  spec: {
    instances: 3,
    priorityClassName: 'data',
    bootstrap: { initdb: {} },
    storage: { storageClass: 'fast' },
    walStorage: { storageClass: 'fast', size: '40Gi' },
    postgresql: {
      parameters: {
        max_connections: '60',
        max_wal_size: '8GB',
        max_slot_wal_keep_size: '20GB',
        ...parameters,
      },
    },
    ...spec,
  },
});

/**
 * @param {string} from folder of the existing backups
 * @param {string} to folder of the future backups
 */
const restored = (from, to, bootstrap = {}) => ({
  bootstrap: { recovery: { source: 'before' }, ...bootstrap },
  externalClusters: [{ name: 'before', barmanObjectStore: { destinationPath: 's3://b', serverName: from } }],
  backup: { barmanObjectStore: { destinationPath: 's3://b', serverName: to } },
});

/** A Postgres that begins empty. @param {string} to folder of its backups */
const fresh = (to) => ({ backup: { barmanObjectStore: { destinationPath: 's3://b', serverName: to } } });

/** @typedef {ReturnType<typeof goodPlace>} Place */

/** @param {(place: Place) => unknown} [change] @param {string} [overlay] */
function complaints(change = () => {}, overlay = 'production') {
  const place = goodPlace();
  change(place);
  const { others, ...named } = place;
  return complaintsAbout([...Object.values(named), ...others], overlay);
}
const podOf = (/** @type {Record<string, any>} */ workload) => workload.spec.template.spec;
const appOf = (/** @type {Record<string, any>} */ workload) => podOf(workload).containers[0];
const without = (/** @type {Place} */ place, /** @type {string} */ kind, /** @type {string} */ name) => {
  place.others = place.others.filter((object) => object.kind !== kind || object.metadata.name !== name);
};

test('a place that keeps every rule has no complaint', () => {
  assert.deepEqual(complaints(), []);
  for (const spec of [{}, restored('postgres', 'postgres-2')])
    assert.deepEqual(
      complaints(({ others }) => others.push(clusterWith(spec))),
      [],
    );
  for (const [first, second] of [
    [fresh('postgres'), fresh('posts')],
    [restored('postgres', 'postgres-2'), restored('posts', 'posts-2')],
  ])
    assert.deepEqual(complaints(withClusters(first, second)), []);
});

/** @typedef {(place: Place) => unknown} Change */
/** @param {string} name @param {string} value @returns {Change} */
const withVariable =
  (name, value) =>
  ({ deployment }) =>
    appOf(deployment).env.push({ name, value });
/** @param {string} conf @returns {Change} */
const withBus =
  (conf) =>
  ({ others }) =>
    others.forEach(({ data }) => data && (data['nats.conf'] = conf));
/** @param {object} spec @param {object} [parameters] @returns {Change} */
const withCluster =
  (spec, parameters) =>
  ({ others }) =>
    others.push(clusterWith(spec, parameters));
/** @param {object | undefined} first @param {object | undefined} second @returns {Change} */
const withClusters =
  (first = {}, second = {}) =>
  ({ others }) =>
    others.push(clusterWith(first), clusterWith(second, {}, 'postgres-posts'));
/**
 * Lets out to the world but not to networks of pods, of which a variable lacks one.
 * @param {string} name
 * @returns {Change}
 */
const withPods = (name) => (place) => {
  withVariable(name, '10.0.0.0/8')(place);
  const except = ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16'];
  place.others.push({
    kind: 'NetworkPolicy',
    metadata: { name: 'world', labels: { 'likewell/step': 'servers' } },
    spec: {
      podSelector: { matchLabels: { app: 'auth' } },
      egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0', except } }], ports: [{ port: 443 }] }],
    },
  });
};
/** @param {object} [emptyDir] @returns {Change} */
const withTemporaryFiles =
  (emptyDir) =>
  ({ deployment }) => {
    appOf(deployment).image = 'registry.example.com:5000/likewell/web:1.0.0';
    podOf(deployment).volumes.push({ name: 'tmp', emptyDir });
  };

/** Violations by the rule that each breaks. @type {Record<string, Record<string, Change>>} */
const PLANTED = {
  users: {
    'a pod that may be root': ({ job }) => delete podOf(job).securityContext.runAsNonRoot,
    'one of our images as a user of the host': ({ deployment }) =>
      (podOf(deployment).securityContext.runAsUser = 1000),
    'no seccomp profile': ({ server }) => delete podOf(server).securityContext.seccompProfile,
  },
  privileges: {
    'a root that can be written': ({ deployment }) =>
      (appOf(deployment).securityContext.readOnlyRootFilesystem = false),
    'capabilities that stay': ({ server }) => delete appOf(server).securityContext.capabilities,
    'a capability that is added': ({ job }) => (appOf(job).securityContext.capabilities.add = ['NET_RAW']),
    'privileges that grow': ({ job }) => delete appOf(job).securityContext.allowPrivilegeEscalation,
    'a container with all that the host may': ({ server }) =>
      (appOf(server).securityContext.privileged = true),
    'a container that is root in a pod that is not': ({ job }) => (appOf(job).securityContext.runAsUser = 0),
    'an init container that nobody looked at': ({ deployment }) =>
      (podOf(deployment).initContainers = [{ ...appOf(deployment), securityContext: {} }]),
  },
  'host and token': {
    'the token of a service account': ({ job }) => delete podOf(job).automountServiceAccountToken,
    'the default service account': ({ job }) => delete podOf(job).serviceAccountName,
    'the default service account by its name': ({ job }) => (podOf(job).serviceAccountName = 'default'),
    'the network of the host': ({ deployment }) => (podOf(deployment).hostNetwork = true),
    'the processes of the host': ({ server }) => (podOf(server).hostPID = true),
    'the shared memory of the host': ({ job }) => (podOf(job).hostIPC = true),
    'a path of the host': ({ server }) => (podOf(server).volumes = [{ hostPath: { path: '/' } }]),
  },
  images: {
    'an image of the latest version': ({ server }) => (appOf(server).image = 'postgres:latest'),
    'an image of no version': ({ job }) => (appOf(job).image = 'registry.example.com:5000/likewell/auth'),
  },
  'server versions': {
    'a Redis whose scripts may run code': ({ server }) => (appOf(server).image = 'redis:8.2.1'),
    'a NATS that is out of support, in another flavour': ({ server }) =>
      (appOf(server).image = 'nats:2.10.29-alpine'),
    'a NATS that lets replies go to the API of streams': ({ server }) =>
      (appOf(server).image = 'nats:2.14.9'),
    'any NATS of such a version': ({ server }) => (appOf(server).image = 'nats:2.10'),
    'an old Postgres': ({ server }) => (appOf(server).image = 'registry.example.com/postgres:17.6'),
    'an old Postgres of the operator': withCluster({ imageName: 'ghcr.io/cloudnative-pg/postgresql:17.6' }),
    'an old nginx': ({ server }) => (appOf(server).image = 'nginxinc/nginx-unprivileged:1.28'),
  },
  release: {
    'an image that an overlay forgot': ({ job }) => (appOf(job).image = 'likewell/auth:1.0.0'),
    'an image of another version': ({ job }) =>
      (appOf(job).image = 'registry.example.com:5000/likewell/auth:dev'),
  },
  toys: {
    'the limits of laptop': withVariable('LIMITS', 'laptop'),
    'the limits of load': withVariable('LIMITS', 'load'),
    'a process that says it is in development': withVariable('ENVIRONMENT', 'development'),
    'the Dev wallet': withVariable('PAGE_SETTINGS', '{"devWallet":{}}'),
    'an address of a stand-in': withVariable('GOOGLE_ISSUER', 'http://google-stand-in:8089'),
    "a laptop's mint": withVariable('LIKE_MINT', LOCAL_CHAIN.LIKE_MINT),
    "a laptop's wallet": withVariable('RECEIVING_WALLET', LOCAL_CHAIN.RECEIVING_WALLET),
    'a stand-in': ({ server }) => (server.metadata.name = 'solana-stand-in'),
  },
  chain: {
    "a page that asks the chain's public node": withVariable(
      'CHAIN_SOURCE',
      'https://api.mainnet-beta.solana.com',
    ),
    'a watcher that names it by its other name': withVariable(
      'SOLANA_PUBLIC_RPC_URL',
      'https://api.mainnet.solana.com/',
    ),
  },
  bus: {
    'a bus without TLS': withBus(GOOD_BUS.replace('tls', 'listen')),
    'servers of the bus without TLS among themselves': withBus(GOOD_BUS.replace('  tls', '  listen')),
    'a bus that only offers TLS': withBus(GOOD_BUS.replace('{\n', '{\n  allow_non_tls: true\n')),
    'a process that trusts any bus': ({ deployment }) =>
      (appOf(deployment).env = appOf(deployment).env.slice(0, 1)),
    "a process without the file of the bus's authority": ({ deployment }) =>
      (appOf(deployment).volumeMounts = []),
  },
  resources: {
    'no limit of memory': ({ deployment }) => delete appOf(deployment).resources.limits.memory,
    'no request of CPU': ({ job }) => delete appOf(job).resources.requests.cpu,
  },
  'temporary files': {
    'an nginx whose temporary files nothing bounds': withTemporaryFiles(),
    'an nginx with temporary files on a disk': withTemporaryFiles({ sizeLimit: '128Ki' }),
    'an nginx with temporary files of any size': withTemporaryFiles({ medium: 'Memory' }),
    'an nginx whose temporary files take all of its memory': withTemporaryFiles({
      medium: 'Memory',
      sizeLimit: '1Mi',
    }),
  },
  priorities: {
    'a job without a class': ({ job }) => delete podOf(job).priorityClassName,
    'a class of somebody else': ({ job }) => (podOf(job).priorityClassName = 'system'),
    'a server that waits behind services': ({ server }) => (podOf(server).priorityClassName = 'services'),
    'a Postgres of the operator without a class': withCluster({ priorityClassName: undefined }),
  },
  names: {
    'a headless Service before one pod': ({ others }) => {
      for (const { kind, spec } of others) if (kind === 'Service') spec.clusterIP = 'None';
    },
  },
  storage: {
    'a disk of whatever kind': ({ server }) =>
      delete server.spec.volumeClaimTemplates[0].spec.storageClassName,
    'a Postgres of the operator on a disk of whatever kind': withCluster({ storage: {} }),
    'its WAL on a disk of whatever kind': withCluster({ walStorage: { size: '40Gi' } }),
  },
  wal: {
    '-1 of WAL for a standby that is gone': withCluster({}, { max_slot_wal_keep_size: '-1' }),
    '32GB of WAL for a standby that is gone': withCluster({}, { max_slot_wal_keep_size: '32GB' }),
    'any amount of WAL for a standby that is gone': withCluster({}, { max_slot_wal_keep_size: undefined }),
  },
  bootstrap: {
    'a restore from nowhere': withCluster({ ...restored('postgres', 'postgres-2'), externalClusters: [] }),
    'a restore from a folder without a name': withCluster({
      ...restored('postgres', 'postgres-2'),
      externalClusters: [{ name: 'before', barmanObjectStore: { destinationPath: 's3://b' } }],
    }),
    'a restore of what is new': withCluster(restored('postgres', 'postgres-2', { initdb: {} })),
    'a restore that says nothing': withCluster(restored('postgres', 'postgres-2', { recovery: null })),
    'a second Postgres that begins empty beside one that is restored': withClusters(
      restored('postgres', 'postgres-2'),
      fresh('posts'),
    ),
    'a second Postgres that is restored to another time': withClusters(
      restored('postgres', 'postgres-2'),
      restored('posts', 'posts-2', {
        recovery: { source: 'before', recoveryTarget: { targetTime: '2026-11-26T13:05:00Z' } },
      }),
    ),
  },
  'backup folders': {
    'a restore that would write over the backups': withCluster(restored('postgres', 'postgres')),
    'a second Postgres that writes where the first one does': withClusters(
      fresh('postgres'),
      fresh('postgres'),
    ),
    'two that are restored, and write into one folder': withClusters(
      restored('postgres', 'postgres-2'),
      restored('posts', 'postgres-2'),
    ),
    'a second Postgres that writes where the first one is restored from': withClusters(
      restored('postgres', 'postgres-2'),
      restored('posts', 'postgres'),
    ),
    'a folder that is named after the Cluster': withClusters(fresh('postgres-posts'), {
      backup: { barmanObjectStore: { destinationPath: 's3://b/' } },
    }),
  },
  probes: {
    'no readiness': ({ deployment }) => delete appOf(deployment).readinessProbe,
    'no end of the start': ({ deployment }) => delete appOf(deployment).startupProbe,
    'a second container without probes': ({ server }) =>
      podOf(server).containers.push({ ...appOf(server), livenessProbe: undefined }),
  },
  drain: {
    'a drain longer than the grace': ({ deployment }) =>
      (podOf(deployment).terminationGracePeriodSeconds = 20),
    'a longer stop than the grace has room for': withVariable('STOP_TIMEOUT_MS', '46000'),
    'a delay that takes from the grace': withVariable('STOP_DELAY_MS', '16000'),
    'a hook before the stop that takes from the grace': ({ deployment }) =>
      (appOf(deployment).lifecycle = { preStop: { sleep: { seconds: 16 } } }),
  },
  deadlines: {
    'a job that a roll-out would wait for without end': ({ job }) => delete job.spec.activeDeadlineSeconds,
  },
  'pods of jobs': {
    'a job whose log no roll-out finds': ({ job }) =>
      delete job.spec.template.metadata.labels['likewell/step'],
  },
  'roll-outs': {
    'a roll-out that takes a replica away first': ({ deployment }) =>
      (deployment.spec.strategy.rollingUpdate.maxUnavailable = 1),
    'replicas that fight the autoscaler': ({ deployment }) => (deployment.spec.replicas = 1),
    'replicas on one node': ({ deployment }) => delete podOf(deployment).topologySpreadConstraints,
  },
  autoscalers: {
    'a process without an autoscaler': ({ autoscaler }) => (autoscaler.spec.scaleTargetRef.name = 'posts'),
  },
  'disruption budgets': {
    'a server without a budget': (place) => without(place, 'PodDisruptionBudget', 'postgres'),
  },
  'network policies': {
    'a job that nobody lets out': (place) => without(place, 'NetworkPolicy', 'migrate'),
    'a namespace that is open': ({ deny }) => (deny.spec.policyTypes = ['Ingress']),
    'a namespace that lets all in': ({ deny }) => Object.assign(deny.spec, { ingress: [{}] }),
    'a namespace that lets all out': ({ deny }) => Object.assign(deny.spec, { egress: [{}] }),
  },
  edges: {
    'a way out that ends at a closed door': ({ others }) =>
      others.push({
        kind: 'NetworkPolicy',
        metadata: { name: 'half', labels: { 'likewell/step': 'servers' } },
        spec: {
          podSelector: { matchLabels: { app: 'auth' } },
          egress: [{ to: [{ podSelector: { matchLabels: { app: 'postgres' } } }], ports: [{ port: 5432 }] }],
        },
      }),
  },
  proxies: {
    'a gateway that does not believe all who may be web': withPods('TRUSTED_PROXIES'),
    'an nginx that does not believe all who may be its proxy': withPods('REAL_IP_FROM'),
  },
  secrets: {
    'a secret that nobody makes': (place) => without(place, 'Secret', 'auth'),
    'a variable of a secret that nobody makes': ({ job }) =>
      (appOf(job).env = [{ name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'key' } } }]),
  },
  steps: {
    'an object that no step applies': ({ autoscaler }) =>
      (autoscaler.metadata.labels = /** @type {any} */ ({})),
  },
  connections: {
    'more connections than Postgres has': ({ autoscaler }) => (autoscaler.spec.maxReplicas = 9),
    'one connection too many, while a roll-out has a pod more': ({ deployment }) =>
      (appOf(deployment).env[0].value = '11'),
  },
};

for (const [rule, violations] of Object.entries(PLANTED))
  for (const [violation, change] of Object.entries(violations))
    test(`${rule}: ${violation} is found, and nothing else`, () => {
      const found = complaints(change);
      assert.ok(found.length > 0);
      assert.deepEqual(
        found.filter((line) => !line.startsWith(`[${rule}] `)),
        [],
      );
    });

test('a laptop may have all of it, where each process is told that it is one', () => {
  const app = 'Deployment auth, container app';
  assert.deepEqual(complaints(undefined, 'local'), [
    `[toys] ${app}: ENVIRONMENT is not development`,
    '[toys] Job migrate, container app: ENVIRONMENT is not development',
  ]);
  const toys = [
    { name: 'ENVIRONMENT', value: 'development' },
    { name: 'LIMITS', value: 'laptop' },
    { name: 'LIKE_MINT', value: LOCAL_CHAIN.LIKE_MINT },
  ];
  assert.deepEqual(
    complaints(({ deployment, job, server }) => {
      appOf(deployment).env.push(...toys);
      appOf(job).command = ['node', 'dist/migrate.js'];
      appOf(server).image = 'nats:2.10';
    }, 'local'),
    [],
  );
});

test('a server of the oldest version that will do is none too old, nor one whose tag leaves the rest open', () => {
  const images = [
    'redis:8.2.9',
    'redis:8.10.0-alpine',
    'redis:8',
    'nats:2.14',
    'nats:2.14.10',
    'postgres:18',
  ];
  images.push('ghcr.io/cloudnative-pg/postgresql:17.12-system-trixie', 'prom/prometheus:v3.5.0');
  for (const image of images)
    assert.deepEqual(
      complaints(({ server }) => (appOf(server).image = image)),
      [],
      image,
    );
});

test('every rule has a planted violation', () => {
  assert.deepEqual(Object.keys(PLANTED).sort(), Object.keys(RULES).sort());
});

test('the places for drafts depend on no CPU, which a draft that waits for its provider does not use', () => {
  const file = join(CHECKOUT, 'services/ai-drafting/k8s/process.yaml');
  const objects = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS());
  const { minReplicas, maxReplicas } = objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler').spec;
  assert.equal(minReplicas, maxReplicas);
});

test('a variable that a process does not read is found', () => {
  const { deployment } = goodPlace();
  assert.deepEqual(unknownVariables([deployment], CHECKOUT), []);
  appOf(deployment).env.push({ name: 'DATABASE_POOLSIZE', value: '5' });
  assert.deepEqual(unknownVariables([deployment], CHECKOUT), [
    '[variables] Deployment auth: it reads no DATABASE_POOLSIZE',
  ]);
});

test('a strict schema knows no further field, but where the API lets any through', () => {
  const fields = { type: 'object', properties: { name: { type: 'string', description: 'x' } } };
  assert.deepEqual(strict(fields), {
    type: 'object',
    properties: { name: { type: 'string' } },
    additionalProperties: false,
  });
  assert.equal(
    strict({ ...fields, 'x-kubernetes-preserve-unknown-fields': true }).additionalProperties,
    undefined,
  );
  assert.deepEqual(strict({ type: 'string', format: 'int-or-string' }), { type: ['string', 'integer'] });
});

test('the schema of a Postgres of the operator reaches into its backups and its metadata', () => {
  const schema = new URL('schemas/cluster-postgresql-v1.json', import.meta.url);
  const { properties } = JSON.parse(readFileSync(schema, 'utf8'));
  const { barmanObjectStore } = properties.spec.properties.backup.properties;
  assert.equal(barmanObjectStore.additionalProperties, false);
  assert.deepEqual(barmanObjectStore.required, ['destinationPath']);
  assert.match(properties.metadata.$ref, /^definitions\.json#.*ObjectMeta$/);
});
