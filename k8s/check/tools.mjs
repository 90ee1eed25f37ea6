// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../../libs/stack/machine/binaries.mjs';
import { UserFacingError } from '../../libs/stack/machine/user-facing-error.mjs';
import { step } from '../../libs/stack/machine/progress.mjs';
import { runOrFail } from '../../libs/stack/machine/run.mjs';

const KUSTOMIZE = { name: 'kustomize', module: 'sigs.k8s.io/kustomize/kustomize/v5', version: 'v5.7.1' };
const KUBECONFORM = {
  name: 'kubeconform',
  module: 'github.com/yannh/kubeconform/cmd/kubeconform',
  version: 'v0.7.0',
};
/** Built from their sources, one after the other, on a slow machine. */
const BUILD_MS = 15 * 60_000;

/**
 * The commands that render and validate: kubectl's own kustomize where there is a kubectl, everything else built once, in
 * a fixed version, into the checkout's state.
 * @param {string} state
 * @returns {Promise<{ render: string[], kubeconform: string }>} `render` and a folder print that overlay
 */
export async function findTools(state) {
  const kubectl = findBinary('kubectl');
  return {
    render: kubectl ? [kubectl, 'kustomize'] : [await built(KUSTOMIZE, state), 'build'],
    kubeconform: await built(KUBECONFORM, state),
  };
}

/**
 * @param {{ name: string, module: string, version: string }} tool
 * @param {string} state
 */
async function built({ name, module, version }, state) {
  const folder = join(state, 'tools', `${name}-${version}`);
  const binary = join(folder, name);
  if (existsSync(binary)) return binary;
  const go = findBinary('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : undefined);
  if (!go) {
    throw new UserFacingError(`make k8s-check builds ${name} ${version} with Go, and there is none.`, [
      'Install Go 1.24 or newer (https://go.dev/dl, or `apt-get install golang-go`), and run it again.',
    ]);
  }
  mkdirSync(folder, { recursive: true });
  await step(`${name} ${version}`, async () => {
    // Go renames the finished binary into its place, so half of one is never taken for it.
    const env = { ...process.env, GOBIN: folder, GOFLAGS: '-trimpath', CGO_ENABLED: '0' };
    await runOrFail(`go install ${module}`, go, ['install', `${module}@${version}`], {
      env,
      timeoutMs: BUILD_MS,
    });
  });
  return binary;
}
