import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type ClientBase } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Logger } from '../telemetry/logger.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import { endWhenSilent } from './end-when-silent.js';
import { traceStatements } from './trace-statements.js';

const CONNECT_TIMEOUT_MS = 3000;
const FIRST_CONNECT_WITHIN_MS = 20_000;
const FIRST_CONNECT_WAIT_MS = 500;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Later than Postgres says that a statement took too long. */
const SILENT_AFTER_MS = 12_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  /** What its repositories are of. */
  readonly entities?: DataSourceOptions['entities'];
}

/**
 * Opens a service's pool, and waits for a Postgres that is only starting or too busy to let us in. The URL's role has
 * the service's schema as its `search_path`, so SQL names tables without one.
 * @throws what the last attempt failed of, at once where Postgres itself rejects us
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

/** Postgres says by these that it is starting, is stopping, or has no connection left. */
const NOT_NOW = new Set(['57P03', '57P01', '53300']);
const mayComeBack = (error: unknown) =>
  !(error instanceof DatabaseError) || (error.code !== undefined && NOT_NOW.has(error.code));

function createDataSource(
  { url, poolSize, applicationName, entities = [] }: DatabaseOptions,
  logger: Logger,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    applicationName,
    poolSize,
    entities,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    logging: false,
    // Without a listener, a connection that Postgres closes takes the process down.
    poolErrorHandler: (error: Error) => {
      logger.warn({ err: error }, 'postgres closed an idle connection');
    },
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      // A connection that Postgres ends in the very packet that opened it has no other listener yet.
      onConnect: (client: ClientBase) => {
        client.on('error', ignore);
        endWhenSilent(client, SILENT_AFTER_MS);
        traceStatements(client);
      },
    },
  });
}

/** Whoever uses the connection learns of its loss from the query, and the pool from a listener of its own. */
const ignore = () => undefined;
