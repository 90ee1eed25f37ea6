// Who reaches whom, and how.
import { edgesOf, matches } from '../edges.mjs';
import {
  nameOf,
  ofKind,
  workloads,
  labelsOf,
  containersOf,
  environmentOf,
  eachContainer,
  named,
  outsideDevelopment,
} from './objects.mjs';

/** @typedef {import('./objects.mjs').Resource} Resource */
/** @typedef {import('./objects.mjs').Rule} Rule */

/** @type {Record<string, Rule>} */
export const NETWORK = {
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

  // Traffic needs a policy at both ends; a connection that only one end allows does not work.
  edges: (objects) => edgesOf(objects).halves,

  // The name of a headless Service leads to its pod; clients look for a pod that has moved at its old
  // address.
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

  // A visitor whose proxy is not believed has that proxy's address, and shares its limits with all others.
  proxies: (objects, overlay) => {
    const inside = insideNetworks(objects);
    return eachContainer((container) =>
      ['TRUSTED_PROXIES', 'REAL_IP_FROM'].flatMap((name) => {
        const believed = environmentOf(container, name)?.split(',');
        return believed ? inside.map((each) => !believed.includes(each) && `${name} lacks ${each}`) : [];
      }),
    )(objects, overlay);
  },

  // The chain's own public node sends browsers away (403 where there is an Origin), and is for no production.
  chain: outsideDevelopment(
    eachContainer(({ env = [] }) =>
      env.map(
        (/** @type {Resource} */ { name, value = '' }) =>
          /\/\/api\.mainnet(-beta)?\.solana\.com\b/.test(value) && `${name} is the chain's public node`,
      ),
    ),
  ),

  // The bus carries passwords and money: nobody may read it, or impersonate a server.
  bus: outsideDevelopment((objects) => {
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
  }),
};

/** @param {Resource} spec */
function isOnlyForMetrics({ podSelector }) {
  return Object.keys(podSelector.matchLabels ?? {}).join() === 'app.kubernetes.io/part-of';
}

/** The addresses of a link, where no pod is; the cloud's metadata are there. */
const LINK_LOCAL = '169.254.0.0/16';

/**
 * Networks that the policies do not count as the outside world, and where pods may be.
 * @param {Resource[]} objects
 * @returns {string[]}
 */
function insideNetworks(objects) {
  const except = ofKind(objects, 'NetworkPolicy').flatMap(({ spec }) =>
    (spec.egress ?? []).flatMap((/** @type {Resource} */ { to = [] }) =>
      to.flatMap((/** @type {Resource} */ { ipBlock }) => ipBlock?.except ?? []),
    ),
  );
  return [...new Set(except)].filter((network) => network !== LINK_LOCAL);
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

/** @param {Resource} container @param {string | undefined} path */
function hasFile({ volumeMounts = [] }, path) {
  return volumeMounts.some((/** @type {Resource} */ { mountPath }) => path?.startsWith(`${mountPath}/`));
}
