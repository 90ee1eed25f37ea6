// @ts-check
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Opens a store of passwords and keys. Each is created at its first use and kept permanently in one file that
 * only its owner may read.
 * @param {string} file
 */
export function openSecrets(file) {
  /** @type {Record<string, string>} */
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    /** @param {string} name @returns {string} 64 hex digits */
    get(name) {
      const existing = known[name];
      if (existing !== undefined) return existing;
      const made = randomBytes(32).toString('hex');
      known[name] = made;
      // Written completely and then renamed, so that a killed launcher never leaves a partial file and lost
      // passwords.
      writeFileSync(`${file}.new`, JSON.stringify(known, null, 2), { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
      return made;
    },
    /** @returns {string[]} everything that must never be printed */
    all: () => Object.values(known),
  };
}
