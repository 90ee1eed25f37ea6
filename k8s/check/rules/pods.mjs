// What a pod may do, what it runs and how much it gets.
import { LOCAL_CHAIN } from '../../../libs/stack/topology.mjs';
import {
  DEVELOPMENT,
  nameOf,
  ofKind,
  workloads,
  podOf,
  containersOf,
  environmentOf,
  isNginx,
  isOurs,
  isStandIn,
  eachWorkload,
  eachContainer,
  named,
  bytes,
} from './objects.mjs';

/** @typedef {import('./objects.mjs').Resource} Resource */
/** @typedef {import('./objects.mjs').Rule} Rule */

const OUR_LOWEST_USER = 10_000;

/**
 * True if the container is a process that reads ENVIRONMENT: all of ours except jobs, which have a command of
 * their own.
 */
const isOfLaptop = (/** @type {Resource} */ { image = '', command }) =>
  /(^|\/)likewell\//.test(image) && !command;

/** @type {Record<string, Rule>} */
export const PODS = {
  users: eachWorkload((workload) => {
    const { runAsNonRoot, runAsUser, seccompProfile } = podOf(workload).securityContext ?? {};
    const lowest = containersOf(workload).some(isOurs) ? OUR_LOWEST_USER : 0;
    return [
      runAsNonRoot !== true && 'runAsNonRoot is not true',
      !(runAsUser > lowest) && `runAsUser is ${runAsUser}, not above ${lowest}`,
      seccompProfile?.type !== 'RuntimeDefault' && 'the seccomp profile is not RuntimeDefault',
    ];
  }),

  privileges: eachContainer(({ securityContext: own = {} }) => [
    own.allowPrivilegeEscalation !== false && 'allowPrivilegeEscalation is not false',
    own.readOnlyRootFilesystem !== true && 'its root can be written',
    !own.capabilities?.drop?.includes('ALL') && 'it does not drop ALL capabilities',
    own.capabilities?.add && 'it adds capabilities',
    own.privileged && 'it is privileged',
    own.runAsUser === 0 && 'it runs as root',
  ]),

  'host and token': eachWorkload((workload) => {
    const pod = podOf(workload);
    return [
      pod.automountServiceAccountToken !== false && 'it gets the token of a service account',
      (!pod.serviceAccountName || pod.serviceAccountName === 'default') &&
        'it has no service account of its own',
      (pod.hostNetwork || pod.hostPID || pod.hostIPC) && 'it shares the network or the processes of its host',
      (pod.volumes ?? []).some((/** @type {Resource} */ { hostPath }) => hostPath) &&
        'it mounts a path of its host',
    ];
  }),

  images: eachContainer(({ image = '' }) => [
    !/(:[A-Za-z0-9_][A-Za-z0-9._-]*|@sha256:[0-9a-f]{64})$/.test(image) && `"${image}" names no version`,
    /:latest$/.test(image) && `"${image}" is whatever is latest`,
  ]),

  // A process that an overlay omits would be pulled by the base's bare name, or in another version.
  release: (objects) => {
    const images = workloads(objects)
      .flatMap(containersOf)
      .map(({ image = '' }) => ({
        image,
        of: /^(.*?)likewell\/[a-z-]+:(.+)$/.exec(image)?.slice(1).join(' '),
      }))
      .filter(({ of }) => of !== undefined);
    return images
      .filter(({ of }) => of !== images[0]?.of)
      .map(({ image }) => `"${image}" and "${images[0]?.image}" are of two registries or versions`);
  },

  // Stand-ins and loosened limits are only for a laptop; there each process needs ENVIRONMENT to say so.
  toys: (objects, overlay) => [
    ...named(
      'overlay',
      overlay === DEVELOPMENT
        ? []
        : workloads(objects).map((object) => isStandIn(object) && `${nameOf(object)} is a stand-in`),
    ),
    ...eachContainer((container) => {
      const said = environmentOf(container, 'ENVIRONMENT');
      if (overlay === DEVELOPMENT)
        return [isOfLaptop(container) && said !== 'development' && 'ENVIRONMENT is not development'];
      const { LIKE_MINT, RECEIVING_WALLET } = LOCAL_CHAIN;
      return (container.env ?? []).flatMap((/** @type {Resource} */ { name, value = '' }) => [
        name === 'ENVIRONMENT' && value !== 'production' && `ENVIRONMENT is ${value}`,
        name === 'LIMITS' && value !== 'production' && `LIMITS is ${value}`,
        /devWallet/.test(value) && `${name} offers the Dev wallet`,
        /stand-in/.test(value) && `${name} names a stand-in`,
        [LIKE_MINT, RECEIVING_WALLET].includes(value) && `${name} is a laptop's`,
      ]);
    })(objects, overlay),
  ],

  resources: eachContainer(({ resources = {} }) =>
    ['requests', 'limits'].flatMap((part) =>
      ['cpu', 'memory'].map((unit) => !resources[part]?.[unit] && `no ${part} of ${unit}`),
    ),
  ),

  // nginx unlinks its temporary files at once, so the kubelet, which finds files by name, does not count them
  // on a disk.
  'temporary files': eachContainer((container, workload) => {
    if (!isNginx(container)) return [];
    const volumes = podOf(workload).volumes ?? [];
    const tmp = volumes.find((/** @type {Resource} */ { name }) => name === 'tmp')?.emptyDir;
    const limit = container.resources?.limits?.memory;
    return [
      tmp?.medium !== 'Memory' && 'the volume tmp is not in memory, and nothing bounds it',
      !(bytes(tmp?.sizeLimit) < bytes(limit)) && `tmp may take ${tmp?.sizeLimit} of its ${limit} of memory`,
    ];
  }),

  priorities: (objects) => {
    const values = new Map(
      ofKind(objects, 'PriorityClass').map(({ metadata, value }) => [metadata.name, value]),
    );
    const classOf = (/** @type {Resource} */ object) =>
      object.kind === 'Cluster' ? object.spec.priorityClassName : podOf(object).priorityClassName;
    const highest = Math.max(...ofKind(objects, 'Deployment').map((each) => values.get(classOf(each)) ?? 0));
    return [...workloads(objects), ...ofKind(objects, 'Cluster')].flatMap((object) => {
      const value = values.get(classOf(object));
      const holdsData = ['StatefulSet', 'Cluster'].includes(object.kind) && !isStandIn(object);
      return named(nameOf(object), [
        value === undefined && `no PriorityClass of ours: "${classOf(object) ?? ''}"`,
        holdsData && value <= highest && 'it holds data, and has to come before all services',
      ]);
    });
  },
};
