// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} SystemUser
 * @property {string} name
 * @property {number} uid
 * @property {number} gid
 */

export const isRoot = () => process.getuid?.() === 0;

/**
 * @param {string} passwd the text of /etc/passwd
 * @param {string[]} names in order of preference
 * @returns {SystemUser | undefined} the first that exists
 */
export function pickUser(passwd, names) {
  const rows = passwd.split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const row = rows.find(([candidate]) => candidate === name);
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) };
  }
  return undefined;
}

/**
 * Returns the unprivileged user for a server when this process runs as root; otherwise undefined.
 * @param {string[]} names
 * @returns {SystemUser | undefined}
 */
export function userFor(names) {
  if (!isRoot() || !existsSync('/etc/passwd')) return undefined;
  return pickUser(readFileSync('/etc/passwd', 'utf8'), names);
}

/**
 * @param {SystemUser | undefined} user
 * @returns {string[]} prefix of a command that runs it as that user, with the user's groups
 */
export function asUser(user) {
  if (!user) return [];
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--init-groups', '--'];
}
