// @ts-check
import { findFreeBase } from '../../stack/machine/ports.mjs';
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';
import { run } from '../../stack/machine/run.mjs';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { runStreaming } from './run-streaming.mjs';

const FIRST_PORT = 18_400;
const UP_WITHIN_MS = 25 * 60_000;
const DOWN_WITHIN_MS = 5 * 60_000;

/**
 * Builds the images of this checkout, starts them with Docker Compose on a port and under a name of their
 * own, and removes them with their volumes afterwards.
 * @type {import('./test-stacks.mjs').Surround}
 */
export async function withComposedStack(work) {
  await requireEngine();
  const base = await findFreeBase(FIRST_PORT, 3);
  const PORT = String(base);
  const names = {
    COMPOSE_PROJECT_NAME: 'likewell-test',
    PORT,
    // Balances are compared to the last digit, also in a run across midnight.
    EPOCH: 'off',
    GOOGLE_PORT: String(base + 1),
    SOLANA_PORT: String(base + 2),
  };
  const compose = (/** @type {string[]} */ words, /** @type {number} */ timeoutMs) =>
    runStreaming(['docker', 'compose', '-f', 'docker-compose.dev.yml', ...words], {
      cwd: CHECKOUT,
      env: { ...process.env, ...names },
      timeoutMs,
    });
  try {
    const code = await compose(['up', '--build', '--detach', '--wait', '--quiet-pull'], UP_WITHIN_MS);
    if (code !== 0) throw new UserFacingError('The composed stack did not come up; the reason is above.');
    return await work({ ...names, E2E_BASE_URL: `http://localhost:${PORT}` });
  } finally {
    await compose(['down', '--volumes', '--remove-orphans'], DOWN_WITHIN_MS);
  }
}

async function requireEngine() {
  const { code } = await run('docker', ['compose', 'version']).catch(() => ({ code: 1 }));
  const engine = code === 0 ? await run('docker', ['info']) : { code: 1 };
  if (engine.code !== 0)
    throw new UserFacingError('There is no Docker engine with Compose here.', [
      'Install Docker and its compose plugin, start the engine, and try again.',
    ]);
}
