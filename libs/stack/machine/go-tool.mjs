// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from './binaries.mjs';
import { step } from './progress.mjs';
import { runOrFail } from './run.mjs';
import { UserFacingError } from './user-facing-error.mjs';

/** Time limit for building a tool from source on a slow machine. */
const BUILD_MS = 20 * 60_000;

/**
 * Returns a program that Go builds once, in a fixed version, into the checkout's state.
 * @param {{ name: string, module: string, version: string }} tool
 * @param {string} state
 * @param {string[]} [advice] ways to do without Go
 * @returns {Promise<string>} its full path
 */
export async function goTool({ name, module, version }, state, advice = []) {
  const folder = join(state, 'tools', `${name}-${version}`);
  const binary = join(folder, name);
  if (existsSync(binary)) return binary;
  const go = findBinary('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : undefined);
  if (!go) {
    throw new UserFacingError(`${name} ${version} has to be built with Go, and there is none.`, [
      'Install Go 1.24 or newer (https://go.dev/dl, or `apt-get install golang-go`), and run it again.',
      ...advice,
    ]);
  }
  mkdirSync(folder, { recursive: true });
  await step(`${name} ${version}, built by Go; a few minutes, once`, async () => {
    // Go renames the finished binary into place, so a partial one is never used.
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-trimpath', CGO_ENABLED: '0' };
    await runOrFail(`go install ${module}`, go, ['install', `${module}@${version}`], {
      env,
      timeoutMs: BUILD_MS,
    });
  });
  return binary;
}
