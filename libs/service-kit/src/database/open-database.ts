import type { EventEmitter } from 'node:events';
import { DataSource } from 'typeorm';
import type { Logger } from '../telemetry/logger.js';

const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

/**
 * Opens a service's pool. The URL's role has the service's schema as its `search_path`, so SQL names
 * tables without one.
 */
export async function openDatabase(
  options: { url: string; poolSize: number; applicationName: string },
  logger: Logger,
): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    poolSize: options.poolSize,
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
      onConnect: (client: EventEmitter) => void client.on('error', ignore),
    },
  });
  return dataSource.initialize();
}

/** Whoever uses the connection learns of its loss from the query, and the pool from a listener of its own. */
const ignore = () => undefined;
