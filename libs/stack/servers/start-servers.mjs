// @ts-check
import { startWalReceiver } from '../backup/wal-receiver.mjs';
import { runTogether } from '../processes/run-together.mjs';
import { ownServers } from '../state/stack.mjs';
import { natsSpec } from './nats.mjs';
import { ensureDatabase, postgresSpec } from './postgres.mjs';
import { redisSpec } from './redis.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * @type {Record<string, (stack: Stack) => Promise<import('../processes/ensure-running.mjs').ProcessSpec> |
 *   import('../processes/ensure-running.mjs').ProcessSpec>}
 */
const SPECS = { postgres: postgresSpec, redis: redisSpec, nats: natsSpec };

/**
 * Starts the private Postgres, Redis and NATS, except those that a variable replaces.
 * @param {Stack} stack
 * @param {string} [database] created in our own Postgres if it is missing
 * @returns {Promise<string>} for the progress line
 */
export async function startServers(stack, database = stack.database) {
  const own = ownServers(stack);
  if (own.length === 0) return 'all given by DATABASE_URL, REDIS_URL and NATS_URL';
  const specs = await Promise.all(own.map(({ name }) => SPECS[name]?.(stack)));
  const result = await runTogether(
    stack,
    specs.filter((spec) => spec !== undefined),
  );
  if (own.some(({ name }) => name === 'postgres')) {
    await startWalReceiver(stack);
    await ensureDatabase(stack, database);
  }
  return result;
}
