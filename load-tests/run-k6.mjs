// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findBinary } from '../libs/stack/machine/binaries.mjs';
import { goTool } from '../libs/stack/machine/go-tool.mjs';
import { baseEnvironment } from '../libs/stack/servers/base-environment.mjs';

const K6 = { name: 'k6', module: 'go.k6.io/k6', version: 'v1.8.1' };
const ADVICE = ['Or install k6: https://grafana.com/docs/k6/latest/set-up/install-k6/'];

/**
 * Returns k6 from the PATH, or one that Go builds once.
 * @param {import('../libs/stack/state/stack.mjs').Stack} stack
 */
export const findK6 = async ({ checkoutState }) => findBinary('k6') ?? goTool(K6, checkoutState, ADVICE);

/**
 * Runs a journey to its end; k6 prints its figures itself.
 * @param {string} k6
 * @param {string} journey the file
 * @param {Record<string, string>} variables variables of the journey; RATE and DURATION of our environment
 *   are added
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
  // Ctrl-C also reaches k6, which then ends its run and writes its counts.
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', journey], { env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
