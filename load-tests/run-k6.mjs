// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../libs/stack/machine/binaries.mjs';
import { goTool } from '../libs/stack/machine/go-tool.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { baseEnvironment } from '../libs/stack/servers/base-environment.mjs';
import { JOURNEYS, loadFolder, newRun, tokensFile } from './files.mjs';

/** @typedef {import('../libs/stack/state/stack.mjs').Stack} Stack */

const K6 = { name: 'k6', module: 'go.k6.io/k6', version: 'v1.8.1' };
const ADVICE = ['Or install k6: https://grafana.com/docs/k6/latest/set-up/install-k6/'];

/**
 * Finds what runs of journeys need: members' tokens, and k6 of the PATH or one that Go builds once.
 * @param {Stack} stack
 * @param {number} members how many of them to advise where there are none
 */
export async function prepareLoad(stack, members) {
  const tokens = tokensFile(stack);
  if (!existsSync(tokens))
    throw new UserFacingError(`There is no ${tokens}.`, [`Make it: make load-seed members=${members}`]);
  const k6 = findBinary('k6') ?? (await goTool(K6, stack.checkoutState, ADVICE));
  const folder = loadFolder(stack);
  mkdirSync(folder, { recursive: true });
  return { tokens, k6, folder };
}

/**
 * Runs a journey to its end; k6 prints its figures itself.
 * @param {Awaited<ReturnType<typeof prepareLoad>>} load
 * @param {string} journey
 * @param {Record<string, string>} variables variables of the journey; those of every run, and RATE and
 *   DURATION of our environment, are added
 * @param {string} [name] how the name of the file with its figures begins
 * @returns the exit code of k6, 99 when a threshold was crossed; the file; and what the books must agree with
 */
export async function runJourney({ tokens, k6, folder }, journey, variables, name = journey) {
  const { since, run } = newRun();
  const summary = join(folder, `${name}-${run}.json`);
  const { RATE, DURATION } = process.env;
  const env = {
    ...baseEnvironment(process.env),
    K6_NO_USAGE_REPORT: 'true',
    ...(RATE && { RATE }),
    ...(DURATION && { DURATION }),
    ...variables,
    ...{ TOKENS_FILE: tokens, RUN: run, SUMMARY_FILE: summary },
  };
  // Ctrl-C also reaches k6, which then ends its run and writes its counts.
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
  const words = ['run', '--quiet', '--no-usage-report', join(JOURNEYS, `${journey}.js`)];
  const [code] = await once(spawn(k6, words, { env, stdio: 'inherit' }), 'exit');
  if (!existsSync(summary)) throw new UserFacingError(`k6 ended with ${code} and left no summary.`);
  const { results } = JSON.parse(readFileSync(summary, 'utf8'));
  return { code: code ?? 1, summary, counted: { run, since, results } };
}
