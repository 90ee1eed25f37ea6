import { setTimeout as sleep } from 'node:timers/promises';
import pg, { DatabaseError, type ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Logger } from '../telemetry/logger.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import { endWhenReadOnly } from './end-when-read-only.js';
import { endWhenSilent } from './end-when-silent.js';
import { poolOf } from './pool-of.js';
import { traceStatements } from './trace-statements.js';

/** Time within which Postgres has to take a connection. */
export const CONNECT_TIMEOUT_MS = 3000;
const FIRST_CONNECT_WITHIN_MS = 20_000;
const FIRST_CONNECT_WAIT_MS = 500;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Later than Postgres's own statement timeout. */
export const SILENT_AFTER_MS = 12_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
/** Longest time in which an idle connection is not tried; after ten more seconds without a reply it is lost. */
const KEEP_ALIVE_AFTER_MS = 10_000;

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  /** Entities of the service's repositories. */
  readonly entities?: DataSourceOptions['entities'];
}

/**
 * Opens a service's pool; waits while Postgres is starting or has no free connection. The URL's role has the
 * service's schema as its `search_path`, so SQL names tables without a schema.
 * @throws the error of the last attempt; at once when Postgres itself rejects the login
 */
export async function openDatabase(options: DatabaseOptions, logger: Logger): Promise<DataSource> {
  const giveUpAt = steadyNow() + FIRST_CONNECT_WITHIN_MS;
  for (;;) {
    try {
      return await createDataSource(options, logger).initialize();
    } catch (error) {
      if (!mayComeBack(error) || steadyNow() > giveUpAt) throw error;
      logger.warn({ err: error }, 'postgres is not there yet');
      await sleep(FIRST_CONNECT_WAIT_MS);
    }
  }
}

/** SQLSTATEs by which Postgres says that it is starting, is stopping, or has no connection left. */
const NOT_NOW = new Set(['57P03', '57P01', '53300']);
const mayComeBack = (error: unknown) =>
  !(error instanceof DatabaseError) || (error.code !== undefined && NOT_NOW.has(error.code));

function createDataSource(
  { url, poolSize, applicationName, entities = [] }: DatabaseOptions,
  logger: Logger,
): DataSource {
  const asking = new Semaphore(1, {});
  const isAtWork = (backend: number) =>
    asking.pass(async () => !poolOf(dataSource).ending && (await isBackendAtWork(url, backend)));
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    applicationName,
    poolSize,
    entities,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    logging: false,
    // Without a listener, a connection that Postgres closes would end the process.
    poolErrorHandler: (error: Error) => {
      logger.warn({ err: error }, 'postgres closed an idle connection');
    },
    extra: {
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      // Postgres may end a connection in the same packet that opened it, before any other listener exists.
      onConnect: (client: ClientBase) => {
        client.on('error', ignore);
        endWhenSilent(client, SILENT_AFTER_MS, isAtWork);
        endWhenReadOnly(client);
        traceStatements(client);
      },
    },
  });
  return dataSource;
}

/**
 * Returns whether Postgres is at work on what the backend with this process id was asked. Asks on a connection of
 * its own: the pool's may all be silent. Returns true also when Postgres has no connection left to say it.
 */
export async function isBackendAtWork(url: string, backend: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', ignore);
  try {
    await client.connect();
    const atWork = `SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'active'`;
    return (await client.query(atWork, [backend])).rowCount === 1;
  } catch (error) {
    return error instanceof DatabaseError;
  } finally {
    void client.end();
  }
}

/** The user of the connection learns of its loss from the query, and the pool from its own listener. */
const ignore = () => undefined;
