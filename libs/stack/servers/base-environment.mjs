// @ts-check

/** Variables that differ from terminal to terminal and never affect how a process works. */
export const INHERITED = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
];

/**
 * Returns the part of our environment that every background process gets. Short on purpose: a variable that
 * happens to be set in one terminal must not change how the stack runs.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function baseEnvironment(env) {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}
