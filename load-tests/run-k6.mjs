// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { baseEnvironment } from '../libs/stack/servers/base-environment.mjs';

/**
 * Runs a journey to its end; k6 shows its figures itself.
 * @param {string} k6
 * @param {string} journey the file
 * @param {Record<string, string>} variables what the journey reads; RATE and DURATION of our environment go with them
 * @returns {Promise<number>} its exit code: 99 when a threshold was crossed
 */
export async function runK6(k6, journey, variables) {
  const { RATE, DURATION } = process.env;
  const env = {
    ...baseEnvironment(process.env),
    K6_NO_USAGE_REPORT: 'true',
    ...(RATE && { RATE }),
    ...(DURATION && { DURATION }),
    ...variables,
  };
  // Ctrl-C reaches k6 as well, which then ends its run and writes what it counted.
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', journey], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
