// @ts-check
// What every overlay has to be, beyond what an API accepts. A rule gets all objects and answers its complaints.
import { LOCAL_CHAIN } from '../../libs/stack/topology.mjs';
import { edgesOf, matches } from './edges.mjs';

/** @typedef {Record<string, any>} Resource */
/** @typedef {(objects: Resource[], overlay: string) => string[]} Rule */

const OUR_LOWEST_USER = 10_000;
const DEFAULT_STOP_MS = 30_000;
const DEFAULT_POOL_SIZE = 10;
/** Two connections of each migration, and what an administrator and the replication need. */
const OTHER_CONNECTIONS = 25;
/** The one overlay that is a laptop's. */
const DEVELOPMENT = 'local';
const LONG_RUNNING = ['Deployment', 'StatefulSet'];

const nameOf = (/** @type {Resource} */ { kind, metadata }) => `${kind} ${metadata?.name}`;
const ofKind = (/** @type {Resource[]} */ objects, /** @type {string[]} */ ...kinds) =>
  objects.filter(({ kind }) => kinds.includes(kind));
const workloads = (/** @type {Resource[]} */ objects) => ofKind(objects, ...LONG_RUNNING, 'Job');
const podOf = (/** @type {Resource} */ workload) => workload.spec.template.spec;
const labelsOf = (/** @type {Resource} */ workload) => workload.spec.template.metadata?.labels ?? {};
const containersOf = (/** @type {Resource} */ workload) => [
  ...(podOf(workload).initContainers ?? []),
  ...(podOf(workload).containers ?? []),
];
const environmentOf = (/** @type {Resource} */ container, /** @type {string} */ name) =>
  container.env?.find((/** @type {Resource} */ variable) => variable.name === name)?.value;
const isOurs = (/** @type {Resource} */ container) =>
  /(^|\/)likewell\//.test(container.image ?? '') && !/\/web(:|@|$)/.test(container.image);

const isStandIn = (/** @type {Resource} */ { metadata }) => /stand-in/.test(metadata.name);
/** Whether the container is a process that reads ENVIRONMENT: all of ours but jobs, which have a command of their own. */
const isOfLaptop = (/** @type {Resource} */ { image = '', command }) =>
  /(^|\/)likewell\//.test(image) && !command;

/**
 * @param {(workload: Resource) => (string | false | undefined)[]} judge
 * @returns {Rule}
 */
const eachWorkload = (judge) => (objects) =>
  workloads(objects).flatMap((workload) => named(nameOf(workload), judge(workload)));

/**
 * @param {(container: Resource, workload: Resource) => (string | false | undefined)[]} judge
 * @returns {Rule}
 */
const eachContainer = (judge) => (objects) =>
  workloads(objects).flatMap((workload) =>
    containersOf(workload).flatMap((container) =>
      named(`${nameOf(workload)}, container ${container.name}`, judge(container, workload)),
    ),
  );

/**
 * @param {string} name
 * @param {(string | false | undefined)[]} complaints
 */
const named = (name, complaints) =>
  complaints.filter(Boolean).map((complaint) => `${name}: ${String(complaint)}`);

/** @type {Record<string, Rule>} */
export const RULES = {
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

  // Whatever plays the outside world, or lets a crowd of one in, is for a laptop; there each process has to be told so.
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

  // On the bus are passwords and money: nobody reads along, and nobody stands in a server's place.
  bus: (objects, overlay) => {
    if (overlay === DEVELOPMENT) return [];
    const confs = ofKind(objects, 'ConfigMap').flatMap(({ data }) => data?.['nats.conf'] ?? []);
    const users = ofKind(objects, 'Deployment').filter((each) => labelsOf(each)['likewell/bus'] === 'yes');
    return [
      ...confs.flatMap((conf) => named('nats.conf', faultsOfBus(conf))),
      ...users.flatMap((workload) =>
        named(nameOf(workload), [
          !containersOf(workload).some((container) =>
            hasFile(container, environmentOf(container, 'NATS_CA')),
          ) && 'no file is mounted for NATS_CA, by which the bus is known',
        ]),
      ),
    ];
  },

  // A process that an overlay forgot would come from wherever the base's bare name leads, or in another version.
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

  resources: eachContainer(({ resources = {} }) =>
    ['requests', 'limits'].flatMap((part) =>
      ['cpu', 'memory'].map((unit) => !resources[part]?.[unit] && `no ${part} of ${unit}`),
    ),
  ),

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

  // The name of a headless Service leads to its pod; one that comes back elsewhere is looked for where it was.
  names: (objects) =>
    ofKind(objects, 'Service')
      .filter(({ spec }) => spec.clusterIP === 'None')
      .flatMap((service) => {
        const server = ofKind(objects, 'StatefulSet').find(({ spec }) =>
          matches({ matchLabels: service.spec.selector }, spec.template.metadata?.labels ?? {}),
        );
        const isSingle = server !== undefined && (server.spec.replicas ?? 1) === 1;
        return named(nameOf(service), [
          isSingle && 'it has no address of its own before a server of one pod',
        ]);
      }),

  // A laptop's cluster has a default; anywhere else the kind of disk is somebody's decision.
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

  'network policies': (objects) => {
    const policies = ofKind(objects, 'NetworkPolicy').map(({ spec }) => spec);
    const isForAll = (/** @type {Resource} */ { podSelector }) => Object.keys(podSelector).length === 0;
    const denies = policies.some(
      (spec) => isForAll(spec) && spec.policyTypes?.length === 2 && !spec.ingress && !spec.egress,
    );
    const own = policies.filter((spec) => !isForAll(spec) && !isOnlyForMetrics(spec));
    return [
      ...(denies ? [] : ['no NetworkPolicy denies what the others do not allow']),
      ...workloads(objects)
        .filter((workload) => !own.some(({ podSelector }) => matches(podSelector, labelsOf(workload))))
        .map((workload) => `${nameOf(workload)}: no NetworkPolicy of its own`),
    ];
  },

  // Traffic needs a policy at either end; what one end alone allows does not work.
  edges: (objects) => edgesOf(objects).halves,

  secrets: (objects) => {
    const made = new Set(
      ofKind(objects, 'Secret', 'ExternalSecret', 'Cluster', 'Certificate').map(
        ({ kind, metadata, spec }) => {
          // CloudNativePG makes this one, and cert-manager that of a certificate.
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

  steps: (objects) =>
    objects
      .filter(({ kind, metadata }) => kind !== 'Secret' && !metadata.labels?.['likewell/step'])
      .map(
        (object) => `${nameOf(object)}: no label likewell/step, so that no step of the roll-out applies it`,
      ),

  connections: (objects) => {
    const most = scaled(objects).reduce((sum, deployment) => {
      if (deployment.metadata.labels?.['likewell/database'] !== 'yes') return sum;
      const [container] = podOf(deployment).containers;
      const pool = Number(environmentOf(container, 'DATABASE_POOL_SIZE') ?? DEFAULT_POOL_SIZE);
      // One more while a new version comes.
      return sum + (autoscalerOf(objects, deployment)?.spec.maxReplicas + 1) * pool;
    }, OTHER_CONNECTIONS);
    const limit = maxConnections(objects);
    return most > limit ? [`all replicas together open ${most} connections, and Postgres has ${limit}`] : [];
  },
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

/**
 * @param {Resource[]} objects
 * @param {Resource} deployment
 */
function autoscalerOf(objects, { metadata }) {
  return ofKind(objects, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec.scaleTargetRef.name === metadata.name,
  );
}

/** @param {string} conf of NATS */
function faultsOfBus(conf) {
  const [own, peers] = conf.split(/^cluster \{$/m).map((part) => /^ *tls \{$/m.test(part));
  return [
    !own && 'it lets clients in without TLS',
    peers === false && 'its servers speak to each other without TLS',
    /allow_non_tls/.test(conf) && 'it lets in who has no TLS',
  ];
}

/**
 * @param {Resource} container
 * @param {string | undefined} path
 */
function hasFile({ volumeMounts = [] }, path) {
  return volumeMounts.some((/** @type {Resource} */ { mountPath }) => path?.startsWith(`${mountPath}/`));
}

/** @param {Resource[]} objects */
function scaled(objects) {
  return ofKind(objects, 'Deployment').filter((deployment) => autoscalerOf(objects, deployment));
}

/** @param {Resource} spec */
function isOnlyForMetrics({ podSelector }) {
  return Object.keys(podSelector.matchLabels ?? {}).join() === 'app.kubernetes.io/part-of';
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
