// Rules for every overlay, beyond what an API validates; each is in the file of its subject.
import { NETWORK } from './rules/network.mjs';
import { PODS } from './rules/pods.mjs';
import {
  DEVELOPMENT,
  LONG_RUNNING,
  nameOf,
  ofKind,
  workloads,
  podOf,
  labelsOf,
  containersOf,
  environmentOf,
  isOurs,
  eachWorkload,
  eachContainer,
  named,
  bytes,
  scaled,
  autoscalerOf,
} from './rules/objects.mjs';
import { matches } from './edges.mjs';

/** @typedef {import('./rules/objects.mjs').Resource} Resource */
/** @typedef {import('./rules/objects.mjs').Rule} Rule */

const DEFAULT_POOL_SIZE = 10;
/**
 * Connections besides the pools: two for each migration, and those of an administrator and the replication.
 */
const OTHER_CONNECTIONS = 25;
const DEFAULT_STOP_MS = 30_000;

/** @type {Record<string, Rule>} */
export const RULES = {
  ...PODS,
  ...NETWORK,

  // A laptop's cluster has a default; elsewhere the kind of disk must be chosen explicitly.
  storage: (objects, overlay) =>
    overlay === DEVELOPMENT
      ? []
      : [
          ...ofKind(objects, 'StatefulSet').flatMap((server) =>
            (server.spec.volumeClaimTemplates ?? []).map((/** @type {Resource} */ claim) => ({
              of: `${nameOf(server)}, claim ${claim.metadata.name}`,
              storageClass: claim.spec.storageClassName,
            })),
          ),
          ...ofKind(objects, 'Cluster').flatMap((cluster) =>
            ['storage', 'walStorage'].map((disk) => ({
              of: `${nameOf(cluster)}, ${disk}`,
              storageClass: cluster.spec[disk]?.storageClass,
            })),
          ),
        ]
          .filter(({ storageClass }) => !storageClass)
          .map(({ of }) => `${of}: it names no StorageClass`),

  // WAL is kept for an absent standby until the disk is full, and a primary with a full disk stops.
  wal: (objects) =>
    ofKind(objects, 'Cluster')
      .filter(({ spec }) => spec.instances > 1)
      .flatMap((cluster) => {
        const { walStorage, postgresql } = cluster.spec;
        const { max_slot_wal_keep_size: kept, max_wal_size: own = '1GB' } = postgresql.parameters;
        return named(nameOf(cluster), [
          !(bytes(kept) + bytes(own) < bytes(walStorage?.size)) &&
            `slots may keep ${kept ?? 'any amount'} of WAL, which with max_wal_size (${own}) is not below walStorage`,
        ]);
      }),

  // A cluster must state whether it starts empty or from its backups: without either, the operator creates an
  // empty one. It must not use the archive of another cluster.
  bootstrap: (objects) =>
    ofKind(objects, 'Cluster').flatMap((cluster) => {
      const { bootstrap, externalClusters = [], backup } = cluster.spec;
      const { initdb, recovery } = bootstrap ?? {};
      const source = externalClusters.find(
        (/** @type {Resource} */ { name }) => name === recovery?.source,
      )?.barmanObjectStore;
      const folder = backup?.barmanObjectStore?.serverName;
      return named(nameOf(cluster), [
        !initdb === !recovery && 'it has to begin with one of initdb and recovery',
        recovery &&
          !(source?.serverName && source.destinationPath) &&
          'it does not say where its backups are',
        recovery && source?.serverName === folder && `it reads from ${folder}, and writes there`,
      ]);
    }),

  connections: (objects) => {
    const most = scaled(objects).reduce((sum, deployment) => {
      if (deployment.metadata.labels?.['likewell/database'] !== 'yes') return sum;
      const [container] = podOf(deployment).containers;
      const pool = Number(environmentOf(container, 'DATABASE_POOL_SIZE') ?? DEFAULT_POOL_SIZE);
      // One more pod during a roll-out.
      return sum + (autoscalerOf(objects, deployment)?.spec.maxReplicas + 1) * pool;
    }, OTHER_CONNECTIONS);
    const limit = maxConnections(objects);
    return most > limit ? [`all replicas together open ${most} connections, and Postgres has ${limit}`] : [];
  },

  steps: (objects) =>
    objects
      .filter(({ kind, metadata }) => kind !== 'Secret' && !metadata.labels?.['likewell/step'])
      .map(
        (object) => `${nameOf(object)}: no label likewell/step, so that no step of the roll-out applies it`,
      ),

  secrets: (objects) => {
    const made = new Set(
      ofKind(objects, 'Secret', 'ExternalSecret', 'Cluster', 'Certificate').map(
        ({ kind, metadata, spec }) => {
          // CloudNativePG creates this secret, and cert-manager that of a certificate.
          if (kind === 'Cluster') return `${metadata.name}-ca`;
          return spec?.secretName ?? spec?.target?.name ?? metadata.name;
        },
      ),
    );
    return workloads(objects).flatMap((workload) =>
      [...secretsOf(workload)]
        .filter((secret) => !made.has(secret))
        .map((secret) => `${nameOf(workload)}: nothing makes the secret "${secret}"`),
    );
  },

  probes: eachContainer((container, { kind }) =>
    LONG_RUNNING.includes(kind)
      ? ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => !container[probe] && `no ${probe}`)
      : [],
  ),

  drain: eachWorkload((workload) => {
    const { terminationGracePeriodSeconds: grace = 30, containers } = podOf(workload);
    if (!LONG_RUNNING.includes(workload.kind)) return [];
    return containers.filter(isOurs).map((/** @type {Resource} */ container) => {
      const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
      const stop = Number(environmentOf(container, 'STOP_TIMEOUT_MS') ?? DEFAULT_STOP_MS) / 1000;
      return (
        before + stop > grace &&
        `${before} s of preStop and ${stop} s of draining exceed the grace of ${grace} s`
      );
    });
  }),

  'roll-outs': (objects) =>
    scaled(objects).flatMap((deployment) =>
      named(nameOf(deployment), [
        deployment.spec.strategy?.rollingUpdate?.maxUnavailable !== 0 && 'maxUnavailable is not 0',
        deployment.spec.replicas !== undefined && 'it sets the replicas that are the autoscaler’s',
        !podOf(deployment).topologySpreadConstraints?.length && 'nothing keeps its replicas apart',
      ]),
    ),

  autoscalers: (objects) =>
    ofKind(objects, 'Deployment')
      .filter(({ metadata }) => metadata.labels?.['likewell/step'] === 'processes')
      .filter((deployment) => !scaled(objects).includes(deployment))
      .map((deployment) => `${nameOf(deployment)}: no HorizontalPodAutoscaler`),

  'disruption budgets': (objects) =>
    ofKind(objects, ...LONG_RUNNING)
      .filter(
        (workload) =>
          !ofKind(objects, 'PodDisruptionBudget').some(({ spec }) =>
            matches(spec.selector, labelsOf(workload)),
          ),
      )
      .map((workload) => `${nameOf(workload)}: no PodDisruptionBudget covers it`),
};

/**
 * @param {Resource[]} objects
 * @param {string} overlay its name
 * @returns {string[]} one line for each breach of a rule
 */
export function complaintsAbout(objects, overlay) {
  return Object.entries(RULES).flatMap(([rule, judge]) =>
    judge(objects, overlay).map((line) => `[${rule}] ${line}`),
  );
}

/** @param {Resource[]} objects */
function maxConnections(objects) {
  const [cluster] = ofKind(objects, 'Cluster');
  if (cluster) return Number(cluster.spec.postgresql.parameters.max_connections);
  const args = ofKind(objects, 'StatefulSet')
    .flatMap(containersOf)
    .flatMap(({ args = [] }) => args);
  return Number(
    args.map((/** @type {string} */ arg) => /^max_connections=(\d+)$/.exec(arg)?.[1]).find(Boolean) ?? 100,
  );
}

/**
 * @param {Resource} workload
 * @returns {Set<string>}
 */
function secretsOf(workload) {
  const volumes = (podOf(workload).volumes ?? []).map(
    (/** @type {Resource} */ { secret }) => secret?.secretName,
  );
  const variables = containersOf(workload).flatMap(({ env = [] }) =>
    env.map((/** @type {Resource} */ { valueFrom }) => valueFrom?.secretKeyRef?.name),
  );
  return new Set([...volumes, ...variables].filter(Boolean));
}
