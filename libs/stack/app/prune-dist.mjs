// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow } from './fingerprint.mjs';

const OUTPUT = /(\.d\.ts|\.js|\.js\.map)$/;

/**
 * Removes outputs of `tsc -b` whose sources are gone, in each project of the checkout's tsconfig.json. `tsc
 * -b` leaves them, and an import of one would continue to work only on this machine. Projects that may
 * contain such an import lose their up-to-date mark, so that `tsc -b` checks them again.
 * @param {string} checkout
 * @returns {string[]} what was removed, from the checkout
 */
export function pruneDist(checkout) {
  const projects = referencesOf(join(checkout, 'tsconfig.json'));
  const pruned = projects.map((project) => ({ project, stale: staleFiles(project) }));
  for (const file of pruned.flatMap(({ stale }) => stale)) rmSync(file);
  const changed = pruned.filter(({ stale }) => stale.length > 0).map(({ project }) => project);
  for (const project of projects)
    if (
      [project, ...referencesOf(join(project, 'tsconfig.build.json'))].some((name) => changed.includes(name))
    )
      rmSync(join(project, 'dist/.tsbuildinfo'), { force: true });
  return pruned.flatMap(({ stale }) => stale.map((file) => relative(checkout, file)));
}

/**
 * Returns the folders of the projects that this one references.
 * @param {string} config its file
 * @returns {string[]}
 */
function referencesOf(config) {
  /** @type {{ references?: { path: string }[] }} */
  const { references = [] } = JSON.parse(readFileSync(config, 'utf8'));
  return references.map(({ path }) => join(dirname(config), dirname(path)));
}

/** @param {string} project */
function staleFiles(project) {
  const [src, dist] = [join(project, 'src'), join(project, 'dist')];
  const sourceOf = (/** @type {string} */ file) => join(src, relative(dist, file).replace(OUTPUT, '.ts'));
  return filesBelow([dist]).filter((file) => OUTPUT.test(file) && !existsSync(sourceOf(file)));
}
