// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../libs/stack/machine/binaries.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { step } from '../libs/stack/machine/progress.mjs';
import { lastLines, run } from '../libs/stack/machine/run.mjs';

const VERSION = 'v1.8.1';

/**
 * k6 of the PATH, or the one that an earlier run built, or one that Go builds now.
 * @param {import('../libs/stack/state/stack.mjs').Stack} stack
 * @returns {Promise<string>} its full path
 */
export async function findK6(stack) {
  const folder = join(stack.checkoutState, 'tools');
  const built = join(folder, 'k6');
  const found = findBinary('k6') ?? (existsSync(built) ? built : undefined);
  if (found !== undefined) return found;
  const advice = [
    'Install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), or Go, with which make load builds it.',
  ];
  const go = findBinary('go');
  if (go === undefined) throw new UserFacingError('There is neither k6 nor Go on the PATH.', advice);
  mkdirSync(folder, { recursive: true });
  await step(`k6 ${VERSION}, built by Go; a few minutes, once`, async () => {
    const { code, output } = await run(go, ['install', `go.k6.io/k6@${VERSION}`], {
      env: { ...process.env, GOBIN: folder },
      timeoutMs: 20 * 60_000,
    });
    if (code !== 0) throw new UserFacingError('Go could not build k6.', [...lastLines(output), ...advice]);
  });
  return built;
}
