// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreeBase } from '../../stack/machine/ports.mjs';
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { stopAll } from '../../stack/processes/stop-all.mjs';
import { queryOrFail } from '../../stack/servers/psql.mjs';
import { startServers } from '../../stack/servers/start-servers.mjs';
import { takeLock } from '../../stack/state/lock.mjs';
import { thisCheckoutFolder } from '../../stack/state/stack-folder.mjs';
import { openStack } from '../../stack/state/stack.mjs';
import { wipe } from '../../stack/state/wipe.mjs';
import { CHAIN_VARIABLES, FAR_PORTS, NODE_PROCESSES, PORT_COUNT, SERVERS } from '../../stack/topology.mjs';
import { runStreaming } from './run-streaming.mjs';

/**
 * @typedef {import('../../stack/state/stack.mjs').Stack} Stack
 *
 * @typedef {(work: (env: Record<string, string>) => Promise<number>) => Promise<number>} Surround sets up what
 *   tests need, passes it on to them as environment variables, and removes it again; returns their exit code
 */

const FIRST_PORT = 18_080;
/**
 * First port for the fault stack, which takes its time until it listens; no other test searches for free
 * ports here.
 */
const FIRST_FAULTY_PORT = 22_080;
/** First port for the demo stack, which is started while another suite's servers are. */
const FIRST_DEMO_PORT = 24_080;
const TEST_DATABASE = 'likewell_test';
const UP_WITHIN_MS = 10 * 60_000;
const UP = fileURLToPath(new URL('../../stack/up.mjs', import.meta.url));

/**
 * Returns our environment without variables that would point a test stack to real servers or change its
 * settings.
 * @param {NodeJS.ProcessEnv} env
 * @param {Record<string, string>} added
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(env, added) {
  const settings = NODE_PROCESSES.flatMap((entry) => [
    ...Object.keys(entry.settings),
    ...(entry.passes ?? []),
  ]);
  const ours = ['PORT', 'STACK', 'SEED', 'ONLY', 'WAL_TO', 'MODERATION_API_KEY', ...CHAIN_VARIABLES];
  const dropped = [...settings, ...ours, ...SERVERS.map(({ externalUrl }) => externalUrl)];
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.includes(name))), ...added };
}

/**
 * Runs `work` on an empty stack of that name, on free ports, and stops it afterwards. Its logs stay until the
 * next run. Its lock is held meanwhile, unless `work` releases it.
 * @param {string} name
 * @param {Record<string, string>} added variables added to its environment
 * @param {(stack: Stack, env: NodeJS.ProcessEnv, release: () => void) => Promise<number>} work
 * @param {number} [firstPort] first port to try
 */
export async function withFreshStack(name, added, work, firstPort = FIRST_PORT) {
  const PORT = String(await findFreeBase(firstPort, PORT_COUNT, FAR_PORTS));
  const env = testEnvironment(process.env, { STACK: name, PORT, SEED: '0', ...added });
  const before = openStack({ env });
  const release = await takeLock(join(before.state, 'lock'), `make test (stack ${name})`);
  await wipe(before);
  // The old secrets were deleted with it: later openings of the stack must find the ones it starts with.
  const stack = openStack({ env });
  stack.rememberPort();
  try {
    return await work(stack, env, release);
  } finally {
    await step(`stack ${name} down`, async () => void (await stopAll(stack)));
    console.log(`· its logs: ${join(stack.state, 'logs')}`);
    release();
  }
}

/**
 * Starts an empty private Postgres, Redis and NATS; tests of the bus start their own, as do those that kill a
 * Postgres. This one waits for no disk: its data need not survive the machine.
 * @type {Surround}
 */
export function withServers(work) {
  return withFreshStack('test', {}, async (stack) => {
    await step('servers for the tests', () => startServers(stack, TEST_DATABASE));
    await queryOrFail(stack, 'alter system set fsync = off');
    await queryOrFail(stack, 'select pg_reload_conf()');
    const database = new URL(stack.adminUrl);
    database.pathname = `/${TEST_DATABASE}`;
    return work({ TEST_DATABASE_URL: database.href });
  });
}

/** The tests of the browser compare exact balances, also in a run across midnight, when a day's epoch is shared. */
const NO_EPOCHS = { EPOCH: 'off' };

/**
 * Starts the whole product like `make up`, empty, on ports of its own.
 * @type {Surround}
 */
export const withFullStack = (work) => withStackNamed('e2e', NO_EPOCHS, work);

/**
 * Like {@link withFullStack}, with the time-outs of production, to test what a member sees while a process is
 * paused.
 * @type {Surround}
 */
export const withProductionTimeouts = (work) =>
  withStackNamed('e2e', { ...NO_EPOCHS, TIMEOUTS: 'production' }, work);

/**
 * Starts the whole product with a synchronous receiver of its WAL, for a drill that kills its database.
 * @type {Surround}
 */
export function withReceivedStack(work) {
  const STACK = 'drill';
  const WAL_TO = join(thisCheckoutFolder(), STACK, 'received-wal');
  return withStackNamed(STACK, { LIMITS: 'load', TIMEOUTS: 'production', WAL_TO }, (env) =>
    work({ ...env, STACK, WAL_TO }),
  );
}

/**
 * Prepares a stack that the suite itself starts, process by process, with a chain that finalizes quickly.
 * @type {Surround}
 */
export function withFaultStack(work) {
  const settings = {
    ...{ LIMITS: 'load', TIMEOUTS: 'production', LOG_LEVEL: 'warn' },
    ...{ SOLANA_SLOT_MS: '20', THINKING_MS: '100', AI_DAILY_BUDGET_USD: '100000' },
  };
  return withFreshStack(
    'faults',
    settings,
    (stack) => work({ STACK: stack.name, PORT: String(stack.basePort), ...settings }),
    FIRST_FAULTY_PORT,
  );
}

/** Starts the whole product with the demo data and very high limits, for generated calls. @type {Surround} */
export function withDemoStack(work) {
  const STACK = 'fuzz';
  const added = { LIMITS: 'load', SEED: '1', AI_DAILY_BUDGET_USD: '1000' };
  return withStackNamed(STACK, added, (env) => work({ ...env, STACK }), FIRST_DEMO_PORT);
}

/**
 * @param {string} name
 * @param {Record<string, string>} added
 * @param {(env: Record<string, string>) => Promise<number>} work
 * @param {number} [firstPort] first port to try
 * @returns {Promise<number>}
 */
function withStackNamed(name, added, work, firstPort) {
  const start = async (
    /** @type {Stack} */ stack,
    /** @type {NodeJS.ProcessEnv} */ env,
    /** @type {() => void} */ release,
  ) => {
    // `make up` takes the stack's lock itself.
    release();
    const up = { cwd: stack.checkout, env, timeoutMs: UP_WITHIN_MS };
    if ((await runStreaming([process.execPath, UP], up)) !== 0)
      throw new UserFacingError('The stack for the tests did not come up; the reason is above.');
    return work({ E2E_BASE_URL: stack.webUrl, E2E_RECORDS: join(stack.state, 'run') });
  };
  return withFreshStack(name, added, start, firstPort);
}
