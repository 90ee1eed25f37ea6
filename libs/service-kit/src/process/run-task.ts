import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { createLogger } from '../telemetry/logger.js';
import { readConfig } from '../config/config.js';
import { UserFacingError } from './cli-arguments.js';
import { runProcess } from './run-process.js';

const CANCEL_WITHIN_MS = 3000;
/** As shells tell of a process that a signal ended: 128 and the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * A service's whole command that somebody runs by hand: it works in the service's schema as DATABASE_URL's
 * role, prints what it has to say, and returns the exit code. SIGINT or SIGTERM while it works cancels its statement
 * and ends it with 130 or 143. What the operator has to put right is told without a trace, and ends it with 1.
 * @param entities what its repositories are of
 */
export async function runTask(
  name: string,
  work: (database: Database) => Promise<number>,
  entities: DataSourceOptions['entities'] = [],
): Promise<void> {
  const start = async () => {
    const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: z.url() }), process.env);
    // By its own name Postgres knows this run's connection among others of the same task.
    const applicationName = `${name} ${randomBytes(4).toString('hex')}`;
    const options = { url: DATABASE_URL, poolSize: 1, applicationName, entities };
    const interruption = endOnSignals(() => cancelStatements(DATABASE_URL, applicationName));
    const dataSource = await openDatabase(options, createLogger(name, 'warn'));
    try {
      process.exitCode = await work(new Database(dataSource));
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    } finally {
      await interruption.over();
      await dataSource.destroy();
    }
    return { stop: () => Promise.resolve() };
  };
  // Signals are the work's own, and after it nothing is left to stop.
  await runProcess(start, () => undefined);
}

/** Has a signal end the process, once `cancel` is done or has had its time. */
function endOnSignals(cancel: () => Promise<void>): { over(): Promise<void> } {
  let isEnding = false;
  const end = (signal: NodeJS.Signals) => {
    if (isEnding) return;
    isEnding = true;
    process.stderr.write('Interrupted: what is under way is cancelled.\n');
    void cancel()
      .catch((error: unknown) => {
        process.stderr.write(`Postgres could not be told: ${String(error)}\n`);
      })
      .finally(() => process.exit(EXIT_CODES[signal as keyof typeof EXIT_CODES]));
  };
  const signals = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  for (const signal of signals) process.on(signal, end);
  return {
    /** After it signals do what they always do. Of a task that is being ended, nothing more is told. */
    async over() {
      if (isEnding) await new Promise(() => undefined);
      for (const signal of signals) process.off(signal, end);
    },
  };
}

async function cancelStatements(url: string, applicationName: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CANCEL_WITHIN_MS,
    query_timeout: CANCEL_WITHIN_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
     WHERE application_name = $1 AND usename = current_user AND state <> 'idle'`,
    [applicationName],
  );
}
