// @ts-check
// Which pod may open a connection to which, by what the network policies say at either end.

/** @typedef {Record<string, any>} Resource */

/**
 * @typedef {object} Pods what one workload makes
 * @property {string} name
 * @property {Record<string, string>} labels
 * @property {Record<string, number>} ports by name
 */

/**
 * @param {Resource[]} objects
 * @returns {{ agreed: string[], halves: string[] }} `from → to:port` where both ends agree, and what one end alone allows
 */
export function edgesOf(objects) {
  const pods = objects.flatMap(podsOf);
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
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
 * A pod of this namespace; another namespace and the world are no pods of ours.
 * @param {Resource} end
 * @param {Pods} peer
 */
function isHere({ podSelector, namespaceSelector }, peer) {
  return podSelector !== undefined && namespaceSelector === undefined && matches(podSelector, peer.labels);
}

/**
 * @param {Resource} selector
 * @param {Record<string, string>} labels
 */
export function matches({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      (/** @type {Resource} */ { key, operator, values }) =>
        operator === 'In' && values.includes(labels[key]),
    )
  );
}

/**
 * @param {Resource} object
 * @returns {Pods[]}
 */
function podsOf({ kind, metadata, spec }) {
  if (kind === 'Cluster')
    return [{ name: metadata.name, labels: spec.inheritedMetadata?.labels ?? {}, ports: {} }];
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
