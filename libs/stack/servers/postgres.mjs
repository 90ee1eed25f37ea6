// @ts-check
import { join } from 'node:path';
import { synchronousSettings } from '../backup/synchronous.mjs';
import { baseEnvironment } from './base-environment.mjs';
import { clearDeadLock, ensureCluster, postgresBinaries, postgresUser } from './postgres-cluster.mjs';
import { psql, queryOrFail } from './psql.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * Settings that keep members' private data (addresses, hashes, texts) out of the log. Such data is in
 * parameters, and in the DETAIL of an error. The same in docker-compose.yml and k8s/; a test there provokes
 * errors.
 */
const PRIVATE_LOG = {
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
};

const SETTINGS = {
  ...PRIVATE_LOG,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // A socket's path may be too long for the kernel under a deep state folder.
  max_connections: '200',
  shared_buffers: '512MB',
  wal_keep_size: '1GB', // A backup takes its WAL at its end, when a checkpoint would have removed some of it.
  log_destination: 'stderr',
  logging_collector: 'off',
  ssl: 'off',
};

/**
 * Describes Postgres as durable as in production: fsync and synchronous_commit keep their defaults.
 * @param {Stack} stack
 * @returns {Promise<import('../processes/ensure-running.mjs').ProcessSpec>}
 */
export async function postgresSpec(stack) {
  const folder = await ensureCluster(stack);
  const binaries = postgresBinaries(stack);
  const port = stack.portOf('postgres');
  const settings = Object.entries({ ...SETTINGS, ...synchronousSettings(stack), port: String(port) });
  return {
    name: 'postgres',
    command: join(binaries, 'postgres'),
    args: ['-D', folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: stack.state,
    env: baseEnvironment(stack.env),
    user: postgresUser(),
    stopSignal: 'SIGINT', // Its "fast" shutdown: sessions are ended, nothing is lost.
    content: '',
    beforeStart: () => clearDeadLock(folder),
    ports: [port],
    probe: async () => (await psql(stack, 'postgres', 'select 1').catch(() => ({ code: 1 }))).code === 0,
    readyWithinMs: 60_000,
  };
}

/**
 * Creates a database in our own Postgres unless it exists.
 * @param {Stack} stack
 * @param {string} database a name of letters and underscores
 */
export async function ensureDatabase(stack, database) {
  const there = await queryOrFail(stack, `select 1 from pg_database where datname = '${database}'`);
  if (there === '') await queryOrFail(stack, `create database ${database}`);
}
