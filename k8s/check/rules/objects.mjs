// What the rules read of the objects of an overlay.

/** @typedef {Record<string, any>} Resource */
/** @typedef {(objects: Resource[], overlay: string) => string[]} Rule gets all objects and returns its complaints */

/** The only overlay for a laptop. */
export const DEVELOPMENT = 'local';
export const LONG_RUNNING = ['Deployment', 'StatefulSet'];

export const nameOf = (/** @type {Resource} */ { kind, metadata }) => `${kind} ${metadata?.name}`;
export const ofKind = (/** @type {Resource[]} */ objects, /** @type {string[]} */ ...kinds) =>
  objects.filter(({ kind }) => kinds.includes(kind));
export const workloads = (/** @type {Resource[]} */ objects) => ofKind(objects, ...LONG_RUNNING, 'Job');
export const podOf = (/** @type {Resource} */ workload) => workload.spec.template.spec;
export const labelsOf = (/** @type {Resource} */ workload) => workload.spec.template.metadata?.labels ?? {};
export const containersOf = (/** @type {Resource} */ workload) => [
  ...(podOf(workload).initContainers ?? []),
  ...(podOf(workload).containers ?? []),
];
export const environmentOf = (/** @type {Resource} */ container, /** @type {string} */ name) =>
  container.env?.find((/** @type {Resource} */ variable) => variable.name === name)?.value;
export const isNginx = (/** @type {Resource} */ { image = '' }) => /(^|\/)likewell\/web(:|@|$)/.test(image);
export const isOurs = (/** @type {Resource} */ container) =>
  /(^|\/)likewell\//.test(container.image ?? '') && !isNginx(container);
export const isStandIn = (/** @type {Resource} */ { metadata }) => /stand-in/.test(metadata.name);

/** @param {(workload: Resource) => (string | false | undefined)[]} judge @returns {Rule} */
export const eachWorkload = (judge) => (objects) =>
  workloads(objects).flatMap((workload) => named(nameOf(workload), judge(workload)));

/**
 * @param {(container: Resource, workload: Resource) => (string | false | undefined)[]} judge
 * @returns {Rule}
 */
export const eachContainer = (judge) => (objects) =>
  workloads(objects).flatMap((workload) =>
    containersOf(workload).flatMap((container) =>
      named(`${nameOf(workload)}, container ${container.name}`, judge(container, workload)),
    ),
  );

/** @param {Rule} rule @returns {Rule} which holds everywhere but on a laptop */
export const outsideDevelopment = (rule) => (objects, overlay) =>
  overlay === DEVELOPMENT ? [] : rule(objects, overlay);

/** @param {string} name @param {(string | false | undefined)[]} complaints */
export const named = (name, complaints) =>
  complaints.filter(Boolean).map((complaint) => `${name}: ${String(complaint)}`);

/** @param {Resource[]} objects */
export function scaled(objects) {
  return ofKind(objects, 'Deployment').filter((deployment) => autoscalerOf(objects, deployment));
}

/** @param {Resource[]} objects @param {Resource} deployment */
export function autoscalerOf(objects, { metadata }) {
  return ofKind(objects, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec.scaleTargetRef.name === metadata.name,
  );
}

/**
 * @param {string} [size] `40Gi` of Kubernetes or `20GB` of Postgres, which means the same by it
 * @returns {number} NaN for any other
 */
export function bytes(size = '') {
  const [, amount, unit = ''] = /^(\d+)([KMGT])(?:i|B)$/.exec(size) ?? [];
  return Number(amount) * 1024 ** ('KMGT'.indexOf(unit) + 1);
}
