// SBOM of an image: the packages that a workspace needs at run time, as npm installed them, in CycloneDX.
// `npm sbom` fails for a tree in which any package, of any workspace, has a peer of another version
// (docs/adr/0119).

/**
 * @typedef {object} Installed
 * @property {string} [name] only for an alias or a workspace
 * @property {string} [version]
 * @property {string} [resolved] for a link, its target; missing if npm omits the registry's own addresses
 * @property {boolean} [link] a workspace of ours
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */
/** @typedef {Record<string, Installed>} Packages by their folders, as in node_modules/.package-lock.json */

/**
 * @param {Packages} packages
 * @param {string} workspace its folder, such as services/auth
 * @returns {Record<string, unknown>} CycloneDX 1.5
 */
export function sbomOf(packages, workspace) {
  const paths = [...closure(packages, workspace)].filter((path) => path.includes('node_modules/')).sort();
  const components = paths.map((path) => component(path, packages[path] ?? {}));
  const byPurl = new Map(components.map((each) => [each.purl, each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: `likewell/${workspace.split('/').at(-1)}` } },
    components: [...byPurl.values()],
  };
}

/** @param {string} path @param {Installed} installed */
function component(path, { name = nameAt(path), version = '', integrity = '', license }) {
  const hashes = integrity
    .split(' ')
    .filter((hash) => hash.startsWith('sha512-'))
    .map((hash) => ({
      alg: 'SHA-512',
      content: Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex'),
    }));
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
  return {
    type: 'library',
    name,
    version,
    purl,
    'bom-ref': purl,
    hashes,
    ...(license && { licenses: [{ license: { name: license } }] }),
  };
}

/**
 * Returns the folders of all packages that the workspace needs, resolved like Node does; a missing optional
 * package is skipped.
 * @param {Packages} packages
 * @param {string} workspace
 */
function closure(packages, workspace) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [workspace];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const at = folderOf(packages, path, name);
      if (at !== undefined) waiting.push(at);
    }
  }
  return found;
}

/** @param {Packages} packages @param {string} from @param {string} name @returns {string | undefined} */
function folderOf(packages, from, name) {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    const there = packages[path];
    if (there) return there.link ? there.resolved : path;
    if (folder === '') return undefined;
  }
}

/** @param {string} path such as node_modules/a/node_modules/@b/c */
export const nameAt = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
