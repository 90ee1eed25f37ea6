// @ts-check
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { ensureRunning } from '../processes/ensure-running.mjs';
import { baseEnvironment } from '../servers/base-environment.mjs';
import { postgresBinaries, postgresUser } from '../servers/postgres-cluster.mjs';
import { psql, queryOrFail } from '../servers/psql.mjs';
import { privateFolder } from '../servers/private-folder.mjs';
import { SUPERUSER } from '../state/stack.mjs';
import { WAL_RECEIVER } from '../topology.mjs';
import { walFolder } from './synchronous.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

const SLOT = 'likewell_wal';

/**
 * Starts the receiver; from then on commits succeed. If it is not configured, its replication slot is
 * dropped, which would otherwise keep WAL for ever.
 * @param {Stack} stack the stack; its Postgres must be running
 */
export async function startWalReceiver(stack) {
  const folder = walFolder(stack);
  if (folder === undefined) {
    const drop = `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${SLOT}' and not active`;
    await psql(stack, 'postgres', drop);
    return;
  }
  mkdirSync(folder, { recursive: true });
  privateFolder(folder, postgresUser());
  await queryOrFail(
    stack,
    `select pg_create_physical_replication_slot('${SLOT}', true)
     where not exists (select from pg_replication_slots where slot_name = '${SLOT}')`,
  );
  await ensureRunning(stack, {
    name: WAL_RECEIVER.name,
    command: join(postgresBinaries(stack), 'pg_receivewal'),
    args: [
      ...['--directory', folder, '--slot', SLOT, '--synchronous', '--no-password'],
      ...['--dbname', connectionOf(stack)],
    ],
    cwd: stack.state,
    env: { ...baseEnvironment(stack.env), PGPASSWORD: stack.secret('postgres.superuser') },
    user: postgresUser(),
    stopSignal: 'SIGINT',
    content: '',
    ports: [],
    probe: async () => (await receiverState(stack)).includes('quorum'),
    readyWithinMs: 60_000,
  });
}

/** @param {Stack} stack */
const connectionOf = (stack) =>
  `host=127.0.0.1 port=${stack.portOf('postgres')} user=${SUPERUSER} application_name=${WAL_RECEIVER.name}`;

/** @param {Stack} stack */
const receiverState = async (stack) =>
  (
    await psql(
      stack,
      'postgres',
      `select sync_state from pg_stat_replication where application_name = '${WAL_RECEIVER.name}'`,
    )
  ).output;

/**
 * Moves the WAL from before a restore out of the receiver's folder: the restored database continues on a new
 * timeline.
 * @param {string} folder
 * @param {string} ending
 */
export function putWalAside(folder, ending) {
  if (readdirSync(folder).length === 0) return undefined;
  const aside = `${folder.replace(/\/+$/, '')}.${ending}`;
  try {
    renameSync(folder, aside);
  } catch (error) {
    throw new UserFacingError(`${folder} could not be put aside: ${/** @type {Error} */ (error).message}`);
  }
  return aside;
}
