// @ts-check
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runOrFail } from '../../stack/machine/run.mjs';
import { SEED, SEGMENTS } from './proven-seed.mjs';

/** Replaces a mutant's test: the simulation must find the bug. */
export const SEGMENT = 'libs/simulation/src/run-segment.ts';

const BUILD_MS = 10 * 60_000;
const SEGMENT_MS = 20 * 60_000;

/**
 * Builds a copy, and runs the segments of `make test` there until one finds it.
 * @param {string} copy
 * @param {string} name the expected finding, or a part of its name
 * @returns {Promise<{ outcomes: import('../run-all/outcomes.mjs').Outcome[], output: string }>} as of a test of
 *   that name, which fails if it is found
 */
export async function simulate(copy, name) {
  const build = ['--no-install', 'tsc', '-b', 'libs/simulation/tsconfig.build.json'];
  await runOrFail('tsc', 'npx', build, { cwd: copy, timeoutMs: BUILD_MS });
  const others = [];
  for (let segment = 0; segment < SEGMENTS; segment += 1) {
    const child = ['libs/simulation/dist/run-segment.js', `${SEED}.${segment}`];
    const options = { cwd: copy, timeout: SEGMENT_MS, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)(process.execPath, child, options);
    const { findings } = /** @type {import('../../simulation/src/segment.ts').SegmentReport} */ (
      JSON.parse(stdout)
    );
    const found = findings.find(({ what }) => what.includes(name));
    if (found) return reported(name, false, `${SEED}.${segment}: ${found.what}: ${found.detail}`);
    others.push(...findings.map(({ what, detail }) => `${SEED}.${segment}: ${what}: ${detail}`));
  }
  return reported(name, true, others.join('\n'));
}

/** @param {string} name @param {boolean} passed @param {string} output */
const reported = (name, passed, output) => ({
  outcomes: [{ file: SEGMENT, name, passed, reason: output }],
  output,
});
