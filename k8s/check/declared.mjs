// Checks that each relevant file contains every declared process (its process.mjs), and no other.
import { dirname } from 'node:path';
import { parse } from 'yaml';
import { NODE_PROCESSES } from '../../libs/stack/topology.mjs';
import { edgesOf } from './edges.mjs';

/** @typedef {import('../../libs/stack/topology.mjs').NodeProcess} NodeProcess */
/** @typedef {Record<string, any>} Resource */

const isStandIn = (/** @type {NodeProcess} */ { folder }) => folder.startsWith('libs/stand-ins/');
const ours = NODE_PROCESSES.filter((process) => !isStandIn(process));
const standIns = NODE_PROCESSES.filter(isStandIn);
const namesOf = (/** @type {NodeProcess[]} */ processes) => processes.map(({ name }) => name);

const nameAndFolder = (/** @type {NodeProcess} */ { name, folder }) => `${name} of ${folder}`;
const volumeOf = (/** @type {string} */ name) => `secrets-${name}:/secrets/${name}`;
const foldersIn = (/** @type {Resource} */ services) =>
  Object.entries(services).flatMap(([name, { build, command }]) =>
    build?.args.APP && !command ? [`${name} of ${build.args.APP}`] : [],
  );
const volumesIn = (/** @type {Resource} */ services) =>
  services.secrets.volumes.filter((/** @type {string} */ volume) => /^secrets-/.test(volume));

/** Checks of each file, by its path: the names found, and the names wanted. */
const FILES = /** @type {Record<string, (text: string) => [found: string[], wanted: string[]][]>} */ ({
  'tsconfig.json': (text) => {
    const folders = parse(text).references.map((/** @type {{ path: string }} */ { path }) => dirname(path));
    const isProcess = (/** @type {string} */ path) => !/^libs\/(?!stand-ins\/(?!kit$))/.test(path);
    return [[folders.filter(isProcess), NODE_PROCESSES.map(({ folder }) => folder)]];
  },
  'docker-compose.yml': (text) => {
    const { services } = parse(text, { merge: true, maxAliasCount: -1 });
    const migrations = Object.keys(services).filter((name) => name.startsWith('migrate-'));
    const fixed = ['kept', 'nats', 'postgres', 'provision', 'redis', 'owners'];
    const readers = ours.filter(({ schema, secrets }) => schema || Object.keys(secrets).length > 0);
    return [
      [foldersIn(services), ours.map(nameAndFolder)],
      [migrations, withSchema().map(({ name }) => `migrate-${name}`)],
      [volumesIn(services), [...fixed, ...namesOf(readers)].map(volumeOf)],
    ];
  },
  'docker/stand-ins.yml': (text) => {
    const { services } = parse(text, { merge: true, maxAliasCount: -1 });
    const readers = standIns.filter(({ secrets }) => Object.keys(secrets).length > 0);
    return [
      [foldersIn(services), standIns.map(nameAndFolder)],
      [volumesIn(services), namesOf(readers).map(volumeOf)],
    ];
  },
  'knip.json': (text) => {
    const workspaces = Object.keys(parse(text).workspaces).map(
      (pattern) => new RegExp(`^${pattern.replace('*', '[^/]+')}$`),
    );
    const folders = NODE_PROCESSES.map(({ folder }) => folder);
    return [[folders.filter((folder) => workspaces.some((pattern) => pattern.test(folder))), folders]];
  },
  'monitoring/prometheus.yml': (text) => [
    [parse(text).scrape_configs[0].dns_sd_configs[0].names, namesOf(ours)],
  ],
  'monitoring/rules.yml': (text) => {
    const absent = text.matchAll(/absent\(up\{job="likewell",service="([^"]+)"\}\)/g);
    return [[[...absent].map(([, name = '']) => name), namesOf(ours)]];
  },
});

/**
 * @param {(path: string) => string} read a file of the checkout
 * @returns {string[]}
 */
export function undeclaredInFiles(read) {
  return Object.entries(FILES).flatMap(([path, ask]) =>
    ask(read(path)).flatMap(([found, wanted]) => differences(path, found, wanted)),
  );
}

/**
 * Checks the same in the rendered overlay, where a pod's labels name what it uses.
 * @param {Resource[]} objects
 * @param {string} overlay
 * @returns {string[]}
 */
export function undeclaredInOverlay(objects, overlay) {
  const where = '[processes]';
  const wanted = overlay === 'local' ? NODE_PROCESSES : ours;
  const workloads = objects.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));
  const known = workloads.filter(({ spec }) =>
    spec.template.spec.containers.some(
      (/** @type {Resource} */ { image }) => /(^|\/)likewell\//.test(image) && !/\/web[:@]/.test(image),
    ),
  );
  const jobs = objects.filter(({ kind, metadata }) => kind === 'Job' && /^migrate-/.test(metadata.name));
  const nameOf = (/** @type {Resource} */ { metadata }) => metadata.name;
  const outside = known.filter(({ spec }) => spec.template.metadata.labels['likewell/outside'] === 'yes');
  const toOutside = (/** @type {string} */ name) => `${name} → the outside world`;
  return [
    ...differences(where, known.map(nameOf), namesOf(wanted)),
    ...differences(
      where,
      jobs.map(nameOf),
      withSchema().map(({ name }) => `migrate-${name}`),
    ),
    ...differences(where, edgesOf(objects).agreed.filter(isOfServers), ours.flatMap(edgesTo)),
    ...differences(
      where,
      outside.map(nameOf).map(toOutside),
      namesOf(ours.filter(({ uses }) => uses.includes('outside'))).map(toOutside),
    ),
  ];
}

const withSchema = () => NODE_PROCESSES.filter(({ schema }) => schema);

/** @param {string} edge */
function isOfServers(edge) {
  const [from = '', to = ''] = edge.split(/ → |:/);
  return namesOf(ours).includes(from) && ['nats', 'redis', 'postgres'].includes(to);
}

/** @param {NodeProcess} process */
function edgesTo({ name, schema, uses }) {
  return [
    ...(uses.includes('bus') ? ['nats:4222'] : []),
    ...(uses.includes('cache') ? ['redis:6379', 'redis:26379'] : []),
    ...(schema ? ['postgres:5432'] : []),
  ].map((server) => `${name} → ${server}`);
}

/** @param {string} where @param {string[]} found @param {string[]} wanted */
function differences(where, found, wanted) {
  return [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `${where} lacks ${name}`),
    ...found
      .filter((name) => !wanted.includes(name))
      .map((name) => `${where} has ${name}, which no process.mjs declares`),
  ];
}
