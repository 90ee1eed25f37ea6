import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { DataSource, MigrationExecutor } from 'typeorm';
import { z } from 'zod';
import { lockConnection } from './advisory-locks.js';
import { COMMAND_CONNECT_TIMEOUT_MS, guardConnection, runCommand } from './command-connection.js';
import { sqlState } from './database-errors.js';
import { queryColumn, queryRows } from './query-rows.js';
import { readSchema, type SchemaDefinition, type SqlFunction } from './schema-definition.js';

/** Part of every service's schema: the outbox and inbox tables. */
const OF_THE_KIT = readSchema(fileURLToPath(new URL('../../db', import.meta.url)));

/**
 * Everything that later needs a table, tips included, waits behind a migration that waits for its lock, so a
 * migration that does not get the lock gives up, and is tried again after a pause in which they go on. One
 * that has to wait longer sets its own timeout (SET LOCAL).
 */
const LOCK_TIMEOUT_MS = 3000;
const ATTEMPTS = 5;
const PAUSE_MS = 2000;
/** SQLSTATE of a lock that was not had within the timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

const inForceRow = z.object({ name: z.string(), checksum: z.string() });

/** Names of what was changed. */
export interface Migrated {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
  /** Migrations that ran here and are not among ours: where there are any, no function was changed. */
  readonly unknown: readonly string[];
}

/**
 * Brings a schema up to date, one migrator at a time: first migrations that have not run, then functions
 * whose text has changed. The URL's role owns the schema; the service itself runs under a role with fewer
 * rights.
 * @throws QueryFailedError 55P03 where another transaction holds a table in each of five attempts; what ran
 *   before it stays; PostgresSilentError where Postgres does not respond
 */
export async function migrate(ownerUrl: string, schema: SchemaDefinition): Promise<Migrated> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: [...OF_THE_KIT.migrations, ...schema.migrations],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    connectTimeoutMS: COMMAND_CONNECT_TIMEOUT_MS,
    extra: {
      lock_timeout: LOCK_TIMEOUT_MS,
      onConnect: (client: ClientBase) => {
        guardConnection(client, ownerUrl);
      },
    },
  });
  const work = async () => {
    await dataSource.initialize();
    const lock = dataSource.createQueryRunner();
    await lockConnection((await lock.connect()) as ClientBase, 'migrate');
    const migrations = await runPending(dataSource);
    const unknown = await unknownMigrations(dataSource);
    // Migrations of a later version: the functions in force are that version's too.
    const functions =
      unknown.length > 0
        ? []
        : await applyFunctions(dataSource, [...OF_THE_KIT.functions, ...schema.functions]);
    await lock.release();
    return { migrations, functions, unknown };
  };
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
  };
  return runCommand(ownerUrl, work, close);
}

/** Runs the migrations that have not run, and returns their names. */
async function runPending(dataSource: DataSource): Promise<string[]> {
  const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations();
      return pending.map(({ name }) => name);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Names of migrations that ran here and that this version does not have. */
async function unknownMigrations(dataSource: DataSource): Promise<string[]> {
  const ran = await queryColumn(dataSource.manager, z.string(), 'SELECT name FROM migration');
  const known = new Set(dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  return ran.filter((name) => !known.has(name));
}

/** Replaces, in one transaction, the functions whose text differs from the installed one. */
async function applyFunctions(dataSource: DataSource, functions: readonly SqlFunction[]): Promise<string[]> {
  return dataSource.transaction(async (tx) => {
    const rows = await queryRows(tx, inForceRow, 'SELECT name, checksum FROM sql_function');
    const inForce = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const changed = functions.filter(({ name, checksum }) => inForce.get(name) !== checksum);
    for (const { name, text, checksum } of changed) {
      await tx.query(text);
      await tx.query(
        `INSERT INTO sql_function (name, checksum) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum`,
        [name, checksum],
      );
    }
    return changed.map(({ name }) => name);
  });
}
