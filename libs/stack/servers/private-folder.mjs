// @ts-check
import { chownSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder that only the server's own user may enter.
 * @param {string} folder
 * @param {import('../machine/users.mjs').SystemUser | undefined} user
 * @returns {string} the folder
 */
export function privateFolder(folder, user) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}
