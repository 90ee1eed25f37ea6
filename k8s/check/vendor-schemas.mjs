// Creates schemas/ anew: `node k8s/check/vendor-schemas.mjs`, which needs Go and its module proxy.
// Only the kinds that the overlays use, without descriptions, and strict: a field that the API does not know
// is an error.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { isRecord, strict } from './strict-schema.mjs';

/** @typedef {Record<string, any>} Schema */

const SCHEMAS = fileURLToPath(new URL('schemas/', import.meta.url));
const KUBERNETES = 'k8s.io/kubernetes@v1.34.4';
/** The operators' own Go modules contain their resources. */
const EXTERNAL_SECRETS = 'github.com/external-secrets/external-secrets@v1.3.2';
const PROMETHEUS_OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const CERT_MANAGER = 'github.com/cert-manager/cert-manager@v1.19.1';
const CLOUD_NATIVE_PG = 'github.com/cloudnative-pg/cloudnative-pg@v1.30.1';

/** Kinds of Kubernetes itself, by the names of their definitions. */
const KINDS = [
  ...['Namespace', 'Service', 'ServiceAccount', 'ConfigMap', 'Secret'].map((kind) => `core.v1.${kind}`),
  ...['Deployment', 'StatefulSet'].map((kind) => `apps.v1.${kind}`),
  ...['autoscaling.v2.HorizontalPodAutoscaler', 'batch.v1.Job', 'policy.v1.PodDisruptionBudget'],
  'scheduling.v1.PriorityClass',
  ...['Ingress', 'NetworkPolicy'].map((kind) => `networking.v1.${kind}`),
];
const CUSTOM = [
  [EXTERNAL_SECRETS, 'config/crds/bases/external-secrets.io_externalsecrets.yaml', 'v1'],
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml', 'v1'],
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_probes.yaml', 'v1'],
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml', 'v1'],
  [CERT_MANAGER, 'deploy/crds/cert-manager.io_certificates.yaml', 'v1'],
  [CERT_MANAGER, 'deploy/crds/cert-manager.io_issuers.yaml', 'v1'],
  [CLOUD_NATIVE_PG, 'config/crd/bases/postgresql.cnpg.io_clusters.yaml', 'v1'],
  [CLOUD_NATIVE_PG, 'config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml', 'v1'],
];
const CORE = 'io.k8s.api.';
const METADATA = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

rmSync(SCHEMAS, { recursive: true, force: true });
mkdirSync(SCHEMAS, { recursive: true });
/** @type {{ definitions: Record<string, Schema> }} */
const { definitions: known } = JSON.parse(
  readFileSync(join(goModule(KUBERNETES), 'api/openapi-spec/swagger.json'), 'utf8'),
);
/** @type {Record<string, Schema>} */
const used = {};

for (const name of KINDS) {
  const [group = '', version = '', kind = ''] = name.split('.');
  keep(CORE + name);
  writeKind(group === 'core' ? '' : group, version, kind, referTo(CORE + name));
}
for (const [module = '', file = '', version = ''] of CUSTOM) {
  const { spec } = parse(readFileSync(join(goModule(module), file), 'utf8'));
  const served = spec.versions.find((/** @type {Schema} */ candidate) => candidate.name === version);
  const schema = strict(served.schema.openAPIV3Schema);
  // The API server itself knows the metadata, of which these schemas say only that there is some.
  schema.properties.metadata = referTo(METADATA);
  writeKind(spec.group.split('.')[0], version, spec.names.kind, schema);
}
writeFileSync(join(SCHEMAS, 'definitions.json'), `${JSON.stringify({ definitions: used })}\n`);

/** @param {string} name a definition that is kept with all that it refers to */
function keep(name) {
  if (used[name]) return;
  const definition = known[name];
  if (!definition) throw new Error(`nothing defines ${name}`);
  used[name] = strict(definition);
  for (const other of references(definition)) keep(other);
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function references(value) {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part.replace('#/definitions/', '')] : references(part),
  );
}

/** @param {string} name */
function referTo(name) {
  return { $ref: `definitions.json#/definitions/${name}` };
}

/**
 * The name is what kubeconform asks for: {{.ResourceKind}}{{.KindSuffix}}.json
 * @param {string} group
 * @param {string} version
 * @param {string} kind
 * @param {Schema} schema
 */
function writeKind(group, version, kind, schema) {
  const name = [kind.toLowerCase(), group, version].filter(Boolean).join('-');
  writeFileSync(join(SCHEMAS, `${name}.json`), `${JSON.stringify(schema)}\n`);
}

/**
 * @param {string} module with its version
 * @returns {string} the folder of its sources
 */
function goModule(module) {
  const response = execFileSync('go', ['mod', 'download', '-json', module], {
    cwd: tmpdir(),
    encoding: 'utf8',
  });
  return JSON.parse(response).Dir;
}
