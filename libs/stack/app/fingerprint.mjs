// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Lists every file below the given paths, in a fixed order; a path may be a file itself, and a missing one
 * counts as empty.
 * @param {string[]} paths
 * @param {(name: string) => boolean} [isWanted] asked for every file's and folder's name
 * @returns {string[]}
 */
export function filesBelow(paths, isWanted = () => true) {
  return paths.flatMap((path) => {
    if (!existsSync(path)) return [];
    if (statSync(path).isFile()) return [path];
    const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => isWanted(entry.name));
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => {
      if (entry.isDirectory()) return filesBelow([join(path, entry.name)], isWanted);
      return entry.isFile() ? [join(path, entry.name)] : [];
    });
  });
}

/**
 * Computes a fingerprint from file times: fast, and correct whenever an editor or git changed a file; reads
 * no contents.
 * @param {string[]} files
 * @returns {string}
 */
export function fingerprintByTime(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest('hex');
}

/**
 * Computes a fingerprint from file contents, independent of the folder, so that a rebuild without changes
 * restarts nothing.
 * @param {string} base
 * @param {string[]} files below it
 * @returns {string}
 */
export function fingerprintByContent(base, files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(base, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}
