// @ts-check
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// Debian installs daemons in sbin, which a plain user's PATH lacks.
const EXTRA_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'];
const POSTGRES_FOLDERS = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

/** @param {string} path @returns {boolean} */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name @returns {string | undefined} the full path */
export function findBinary(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...EXTRA_FOLDERS].filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/**
 * Finds every Postgres server on the machine, newest first.
 * @returns {{ major: number, folder: string }[]} folder holds initdb, postgres and psql
 */
export function findPostgresVersions() {
  const found = POSTGRES_FOLDERS.filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root).map((name) => ({ name, folder: join(root, name, 'bin') })))
    .map(({ name, folder }) => ({ major: Number(/^(?:postgresql@)?(\d+)$/.exec(name)?.[1]), folder }))
    .filter(({ major, folder }) => major > 0 && isExecutable(join(folder, 'initdb')));
  return found.sort((a, b) => b.major - a.major);
}

const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/opt/homebrew/opt/libfaketime/lib'];
const FAKETIME = ['libfaketimeMT.so.1', 'libfaketime.1.dylib'];

/**
 * @returns {string | undefined} the library that gives a process a clock of its own; Debian has it in a
 *   folder of its architecture
 */
export function findFaketime() {
  const folders = LIBRARY_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((name) => join(folder, name)),
  ]);
  const paths = folders.flatMap((folder) =>
    FAKETIME.flatMap((name) => [join(folder, name), join(folder, 'faketime', name)]),
  );
  return paths.find((path) => existsSync(path));
}
