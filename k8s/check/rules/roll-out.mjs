// Starting, replacing and scaling without an outage.
import { matches } from '../edges.mjs';
import {
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
  scaled,
} from './objects.mjs';

/** @typedef {import('./objects.mjs').Resource} Resource */
/** @typedef {import('./objects.mjs').Rule} Rule */

const DEFAULT_STOP_MS = 30_000;

/** @type {Record<string, Rule>} */
export const ROLL_OUT = {
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
      const delay = Number(environmentOf(container, 'STOP_DELAY_MS') ?? 0) / 1000;
      const before = (container.lifecycle?.preStop?.sleep?.seconds ?? 0) + delay;
      const stop = Number(environmentOf(container, 'STOP_TIMEOUT_MS') ?? DEFAULT_STOP_MS) / 1000;
      return (
        before + stop > grace &&
        `${before} s of delay and ${stop} s of draining exceed the grace of ${grace} s`
      );
    });
  }),

  deadlines: (objects) =>
    ofKind(objects, 'Job')
      .filter(({ spec }) => !spec.activeDeadlineSeconds)
      .map((job) => `${nameOf(job)}: no activeDeadlineSeconds, and roll-out.sh waits for its end`),

  'pods of jobs': (objects) =>
    ofKind(objects, 'Job')
      .filter((job) => labelsOf(job)['likewell/step'] !== job.metadata.labels?.['likewell/step'])
      .map(
        (job) =>
          `${nameOf(job)}: its pods lack its likewell/step, by which roll-out.sh finds them and their log`,
      ),

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

/** @param {Resource} workload @returns {Set<string>} */
function secretsOf(workload) {
  const volumes = (podOf(workload).volumes ?? []).map(
    (/** @type {Resource} */ { secret }) => secret?.secretName,
  );
  const variables = containersOf(workload).flatMap(({ env = [] }) =>
    env.map((/** @type {Resource} */ { valueFrom }) => valueFrom?.secretKeyRef?.name),
  );
  return new Set([...volumes, ...variables].filter(Boolean));
}
