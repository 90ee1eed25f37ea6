// Connections between pods that the network policies at both ends allow.

/** @typedef {Record<string, any>} Resource */

/**
 * @typedef {object} Pods the pods of one workload
 * @property {string} name
 * @property {Record<string, string>} labels
 * @property {Record<string, number>} ports by name
 */

/**
 * @param {Resource[]} objects
 * @returns {{ agreed: string[], halves: string[] }} `from → to:port` if both ends agree, and connections that
 *   only one end allows
 */
export function edgesOf(objects) {
  const pods = objects.flatMap(podsOf);
  const policies = ofPolicies(objects);
  const out = new Set(
    allowed(pods, policies, 'egress', 'to').map(({ own, peer, port }) => `${own} → ${peer}:${port}`),
  );
  const into = new Set(
    allowed(pods, policies, 'ingress', 'from').map(({ own, peer, port }) => `${peer} → ${own}:${port}`),
  );
  return {
    agreed: [...out].filter((edge) => into.has(edge)).sort(),
    halves: [
      ...[...out].filter((edge) => !into.has(edge)).map((edge) => `${edge} is not let in`),
      ...[...into].filter((edge) => !out.has(edge)).map((edge) => `${edge} is not let out`),
    ].sort(),
  };
}

/**
 * @param {Pods[]} pods
 * @param {Resource[]} policies
 * @param {'egress' | 'ingress'} direction
 * @param {'to' | 'from'} peers
 */
function allowed(pods, policies, direction, peers) {
  return policies.flatMap((policy) =>
    pods
      .filter((own) => matches(policy.podSelector, own.labels))
      .flatMap((own) =>
        (policy[direction] ?? []).flatMap((/** @type {Resource} */ rule) =>
          pods
            .filter((peer) => (rule[peers] ?? []).some((/** @type {Resource} */ end) => isHere(end, peer)))
            .flatMap((peer) =>
              (rule.ports ?? []).map((/** @type {Resource} */ { port }) => ({
                own: own.name,
                peer: peer.name,
                port: (direction === 'egress' ? peer : own).ports[port] ?? port,
              })),
            ),
        ),
      ),
  );
}

/**
 * Returns connections that leave this namespace: `from → monitoring:4318`, with a namespace, a network or
 * `anywhere` as the end.
 * @param {Resource[]} objects
 * @returns {string[]}
 */
export function waysOut(objects) {
  const pods = objects.flatMap(podsOf);
  return ofPolicies(objects).flatMap(({ podSelector, egress = [] }) =>
    pods
      .filter(({ labels }) => matches(podSelector, labels))
      .flatMap(({ name }) =>
        egress.flatMap((/** @type {Resource} */ { to, ports = [] }) =>
          (to ? to.flatMap(elsewhere) : ['anywhere']).flatMap((/** @type {string} */ end) =>
            ports.map((/** @type {Resource} */ { port }) => `${name} → ${end}:${port}`),
          ),
        ),
      ),
  );
}

/** @param {Resource} end @returns {string[]} */
function elsewhere({ namespaceSelector, ipBlock }) {
  if (ipBlock) return [ipBlock.cidr];
  return namespaceSelector ? [namespaceSelector.matchLabels?.['kubernetes.io/metadata.name']] : [];
}

/** @param {Resource[]} objects */
function ofPolicies(objects) {
  return objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
}

/**
 * True for a pod of this namespace; other namespaces and outside networks have no pods of ours.
 * @param {Resource} end
 * @param {Pods} peer
 */
function isHere({ podSelector, namespaceSelector }, peer) {
  return podSelector !== undefined && namespaceSelector === undefined && matches(podSelector, peer.labels);
}

/** @param {Resource} selector @param {Record<string, string>} labels */
export function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      (/** @type {Resource} */ { key, operator, values }) =>
        key in labels && (operator === 'Exists' || (operator === 'In' && values.includes(labels[key]))),
    )
  );
}

/** @param {Resource} object @returns {Pods[]} */
function podsOf({ kind, metadata, spec }) {
  if (kind === 'Cluster') return podsOfCluster(metadata.name, spec.inheritedMetadata?.labels);
  if (!['Deployment', 'StatefulSet', 'Job'].includes(kind)) return [];
  const ports = spec.template.spec.containers.flatMap(
    (/** @type {Resource} */ container) => container.ports ?? [],
  );
  return [
    {
      name: metadata.name,
      labels: spec.template.metadata?.labels ?? {},
      ports: Object.fromEntries(
        ports.map((/** @type {Resource} */ { name, containerPort }) => [name, containerPort]),
      ),
    },
  ];
}

/**
 * Returns the instances, and the jobs that create them (initdb, join, full-recovery): CloudNativePG passes
 * the inherited labels to those Jobs, but not to their pods.
 * @param {string} name
 * @param {Record<string, string>} [inherited]
 * @returns {Pods[]}
 */
function podsOfCluster(name, inherited = {}) {
  const labels = { 'cnpg.io/cluster': name };
  return [
    { name, labels: { ...labels, ...inherited }, ports: {} },
    { name: `${name}-job`, labels, ports: {} },
  ];
}
