// Disks, Postgres and its connections.
import {
  nameOf,
  ofKind,
  podOf,
  containersOf,
  environmentOf,
  named,
  outsideDevelopment,
  bytes,
  scaled,
  autoscalerOf,
} from './objects.mjs';

/** @typedef {import('./objects.mjs').Resource} Resource */
/** @typedef {import('./objects.mjs').Rule} Rule */

const DEFAULT_POOL_SIZE = 10;

/**
 * Connections besides the pools: two for each migration, and those of an administrator and the replication.
 */
const OTHER_CONNECTIONS = 25;

/** @type {Record<string, Rule>} */
export const DATABASE = {
  // A laptop's cluster has a default; elsewhere the kind of disk must be chosen explicitly.
  storage: outsideDevelopment((objects) =>
    [
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
  ),

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
  // empty one. All go back together, to one time: their schemas know one another's numbers.
  bootstrap: (objects) => {
    const clusters = ofKind(objects, 'Cluster');
    const targets = clusters.flatMap(({ spec: { bootstrap } }) =>
      bootstrap?.recovery ? [JSON.stringify(bootstrap.recovery.recoveryTarget ?? {})] : [],
    );
    return clusters.flatMap((cluster) => {
      const { bootstrap, externalClusters = [] } = cluster.spec;
      const { initdb, recovery } = bootstrap ?? {};
      const source = externalClusters.find(
        (/** @type {Resource} */ { name }) => name === recovery?.source,
      )?.barmanObjectStore;
      return named(nameOf(cluster), [
        !initdb === !recovery && 'it has to begin with one of initdb and recovery',
        recovery &&
          !(source?.serverName && source.destinationPath) &&
          'it does not say where its backups are',
        !recovery && targets.length > 0 && 'it begins empty, and another one is restored',
        recovery && new Set(targets).size > 1 && 'it is restored to another time than another one',
      ]);
    });
  },

  // Where two write, or one writes what another still reads, WAL of one time is taken for that of another.
  'backup folders': (objects) => {
    const uses = ofKind(objects, 'Cluster').flatMap(({ metadata: { name }, spec }) => [
      { name, folder: folderOf(spec.backup, name), does: 'writes' },
      ...(spec.externalClusters ?? []).map((/** @type {Resource} */ source) => ({
        ...{ name, folder: folderOf(source, source.name), does: 'reads' },
      })),
    ]);
    return uses
      .filter(({ folder, does }) => folder && does === 'writes')
      .flatMap((writer) =>
        uses
          .filter((use) => use !== writer && use.folder === writer.folder)
          .map(
            ({ name, does }) =>
              `Cluster ${writer.name}: it writes into ${writer.folder}, which ${name} ${does}`,
          ),
      );
  },

  connections: (objects) => {
    const most = scaled(objects).reduce((sum, deployment) => {
      if (deployment.metadata.labels?.['likewell/database'] !== 'yes') return sum;
      const [container] = podOf(deployment).containers;
      const pool = Number(environmentOf(container, 'DATABASE_POOL_SIZE') ?? DEFAULT_POOL_SIZE);
      // One more pod during a roll-out, and beside each pool the connection that looks whether Postgres is there.
      return sum + (autoscalerOf(objects, deployment)?.spec.maxReplicas + 1) * (pool + 1);
    }, OTHER_CONNECTIONS);
    const limit = maxConnections(objects);
    return most > limit ? [`all replicas together open ${most} connections, and Postgres has ${limit}`] : [];
  },
};

/** @param {Resource} [backup] @param {string} [name] is that of the folder where it names none */
function folderOf({ barmanObjectStore: store } = {}, name) {
  return store && `${store.destinationPath.replace(/\/$/, '')}/${store.serverName ?? name}`;
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
