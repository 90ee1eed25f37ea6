// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreeBase } from '../../stack/machine/ports.mjs';
import { Problem } from '../../stack/machine/problem.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { stopAll } from '../../stack/processes/stop-all.mjs';
import { startServers } from '../../stack/servers/start-servers.mjs';
import { takeLock } from '../../stack/state/lock.mjs';
import { openStack } from '../../stack/state/stack.mjs';
import { wipe } from '../../stack/state/wipe.mjs';
import { NODE_PROCESSES, PORT_COUNT, SERVERS } from '../../stack/topology.mjs';
import { runStreaming } from './run-streaming.mjs';

const FIRST_PORT = 18_080;
const TEST_DATABASE = 'likewell_test';
const UP_WITHIN_MS = 10 * 60_000;
const UP = fileURLToPath(new URL('../../stack/up.mjs', import.meta.url));

/**
 * Our environment without anything that would point a test stack at somebody's real servers or change its settings.
 * @param {NodeJS.ProcessEnv} env
 * @param {Record<string, string>} added
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(env, added) {
  const settings = NODE_PROCESSES.flatMap((entry) => [
    ...Object.keys(entry.settings),
    ...(entry.passes ?? []),
  ]);
  const ours = ['PORT', 'STACK', 'SEED', 'ONLY'];
  const dropped = [...settings, ...ours, ...SERVERS.map(({ externalUrl }) => externalUrl)];
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.includes(name))), ...added };
}

/** @param {string} name */
async function freshStack(name) {
  const PORT = String(await findFreeBase(FIRST_PORT, PORT_COUNT));
  const env = testEnvironment(process.env, { STACK: name, PORT, SEED: '0' });
  const stack = openStack({ env });
  const release = await takeLock(join(stack.state, 'lock'), `make test (stack ${name})`);
  await wipe(stack);
  stack.rememberPort();
  return { stack, env, release };
}

/**
 * A private Postgres, Redis and NATS with nothing in them.
 * @param {(env: Record<string, string>) => Promise<number>} work
 * @returns {Promise<number>}
 */
export async function withServers(work) {
  const { stack, release } = await freshStack('test');
  try {
    await step('servers for the tests', () => startServers(stack, TEST_DATABASE));
    const database = new URL(stack.adminUrl);
    database.pathname = `/${TEST_DATABASE}`;
    return await work({
      TEST_DATABASE_URL: database.href,
      TEST_NATS_URL: stack.natsUrl,
      TEST_REDIS_URL: stack.redisUrl,
    });
  } finally {
    await step('servers for the tests down', async () => void (await stopAll(stack)));
    release();
  }
}

/**
 * The whole product, empty, on ports of its own. Its logs stay until the next run.
 * @param {(env: Record<string, string>) => Promise<number>} work
 * @returns {Promise<number>}
 */
export async function withFullStack(work) {
  const { stack, env, release } = await freshStack('e2e');
  // `make up` takes the stack's lock itself.
  release();
  try {
    const code = await runStreaming([process.execPath, UP], {
      cwd: stack.checkout,
      env,
      timeoutMs: UP_WITHIN_MS,
    });
    if (code !== 0)
      throw new Problem('The stack for the browser tests did not come up; the reason is above.');
    return await work({ E2E_BASE_URL: stack.webUrl });
  } finally {
    await step('stack for the browser tests down', async () => void (await stopAll(stack)));
    console.log(`· its logs: ${join(stack.state, 'logs')}`);
  }
}
