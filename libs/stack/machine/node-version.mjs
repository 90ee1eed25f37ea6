// @ts-check
import { UserFacingError } from './user-facing-error.mjs';

const MINIMUM = [20, 19];

/**
 * @param {string} version as in process.versions.node
 * @returns {boolean}
 */
export function isNodeRecentEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MINIMUM;
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/** Exits early with a sentence, where an old Node would fail later with a syntax error. */
export function requireNode() {
  if (isNodeRecentEnough(process.versions.node)) return;
  throw new UserFacingError(
    `Node ${process.versions.node} is too old: Likewell needs ${MINIMUM.join('.')} or newer.`,
    ['Install a current Node (https://nodejs.org) and run the command again.'],
  );
}
