// Rules for packages from a registry: exact versions, identified by their SHA-512, from the one registry, and
// no install scripts.

import { nameAt } from './sbom.mjs';

/**
 * @typedef {import('./sbom.mjs').Installed & {
 *   hasInstallScript?: boolean, devDependencies?: Record<string, string>,
 * }} LockEntry
 */
/** @typedef {{ lockfileVersion?: number, packages: Record<string, LockEntry> }} Lockfile */

const REGISTRY = 'https://registry.npmjs.org/';
const LOWEST_AGE_DAYS = 7;
const KINDS = /** @type {const} */ ([
  ...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'],
]);
const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;
/** Sources outside a registry: Git, a URL, a folder, or GitHub's `owner/name`. */
const ELSEWHERE =
  /^(git|github|gitlab|bitbucket|gist|https?|ssh|file|link)\b.*:|^[.~]?\/|^[\w-]+\/[\w.-]+(#.*)?$/;

/**
 * @param {Lockfile} lockfile
 * @param {{ allowScripts?: Record<string, boolean> }} manifest the checkout's own
 * @param {string} npmrc
 * @returns {string[]} one line for each breach
 */
export function packageFaults(lockfile, { allowScripts = {} }, npmrc) {
  const entries = Object.entries(lockfile.packages);
  const foreign = entries.filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const own = entries.filter(([path]) => !path.includes('node_modules/'));
  return [
    ...foreign.flatMap(([path, entry]) => originFaults(path, entry)),
    ...own.flatMap(([path, entry]) =>
      specsOf(entry)
        .filter(([, , spec]) => !EXACT.test(spec))
        .map(([, name, spec]) => `${path || '.'} asks for ${name} "${spec}", which is no exact version`),
    ),
    ...scriptFaults(foreign, allowScripts),
    ...npmrcFaults(npmrc),
  ];
}

/** @param {string} path @param {LockEntry} entry */
function originFaults(path, entry) {
  const hashes = (entry.integrity ?? '').split(' ').filter(Boolean);
  const { resolved = REGISTRY } = entry;
  return [
    ...(hashes.length > 0 && hashes.every((hash) => hash.startsWith('sha512-'))
      ? []
      : [`${path} has no SHA-512 in the lockfile`]),
    ...(resolved.startsWith(REGISTRY) ? [] : [`${path} comes from ${resolved}, not from the registry`]),
    ...specsOf(entry)
      .filter(([kind, , spec]) => kind !== 'devDependencies' && ELSEWHERE.test(spec))
      .map(([, name, spec]) => `${path} asks for ${name} from ${spec}`),
  ];
}

/** @param {[string, LockEntry][]} foreign @param {Record<string, boolean>} allowed */
function scriptFaults(foreign, allowed) {
  const withScripts = foreign.filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path, { version }]) => ({ name: nameAt(path), version }));
  const decided = Object.keys(allowed);
  return [
    ...names
      .filter(({ name, version }) => !decided.some((key) => key === name || key === `${name}@${version}`))
      .map(
        ({ name, version }) =>
          `${name}@${version} runs a program when it is installed: read it, and decide in package.json, "allowScripts"`,
      ),
    ...decided
      .filter((key) => allowed[key] && !/.@\d/.test(key))
      .map((key) => `"allowScripts" lets every version of ${key} run; name the one that was read`),
    ...decided
      .filter((key) => !names.some(({ name, version }) => key === name || key === `${name}@${version}`))
      .map((key) => `"allowScripts" decides about ${key}, which runs nothing or is not installed`),
  ];
}

/** @param {string} npmrc */
function npmrcFaults(npmrc) {
  const settings = Object.fromEntries(
    [...npmrc.matchAll(/^([\w-]+)\s*=\s*(.*?)\s*$/gm)].map(([, name, value]) => [name, value]),
  );
  return [
    ...(Number(settings['min-release-age']) >= LOWEST_AGE_DAYS
      ? []
      : [`.npmrc: min-release-age is not ${LOWEST_AGE_DAYS} days or more`]),
    ...(settings['strict-allow-scripts'] === 'true' ? [] : ['.npmrc: strict-allow-scripts is not true']),
  ];
}

/** @param {LockEntry} entry */
const specsOf = (entry) =>
  KINDS.flatMap((kind) =>
    Object.entries(entry[kind] ?? {}).map(([name, spec]) => /** @type {const} */ ([kind, name, spec])),
  );
