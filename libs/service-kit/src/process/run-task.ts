import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { createLogger } from '../telemetry/logger.js';
import { readConfig } from '../config/config.js';
import { UserFacingError } from './cli-arguments.js';
import { runProcess } from './run-process.js';

const CANCEL_WITHIN_MS = 3000;
/** Exit codes by the convention of shells for a process ended by a signal: 128 plus the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** What a task returns is printed for the operator. `given` holds the words of its command line. */
type Work = (database: Database, given: readonly string[]) => Promise<string>;

interface TaskOptions {
  /** Entities of its repositories. */
  readonly entities?: DataSourceOptions['entities'];
  /** Where its text is printed; standard output by default. */
  readonly output?: NodeJS.WritableStream;
}

/**
 * Runs a service's command that somebody starts by hand. It works in the service's schema as DATABASE_URL's
 * role. SIGINT or SIGTERM while it connects or works cancels its statement and ends it with 130 or 143. A
 * UserFacingError is printed without a stack trace, and ends it with 1.
 */
export async function runTask(
  name: string,
  work: Work,
  { entities = [], output = process.stdout }: TaskOptions = {},
): Promise<void> {
  const start = async () => {
    const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: z.url() }), process.env);
    // A name of its own distinguishes this run's connection in Postgres from others of the same task.
    const applicationName = `${name} ${randomBytes(4).toString('hex')}`;
    const options = { url: DATABASE_URL, poolSize: 1, applicationName, entities };
    const interruption = endOnSignals(() => cancelStatements(DATABASE_URL, applicationName));
    let dataSource: DataSource | undefined;
    try {
      dataSource = await openDatabase(options, createLogger(name, 'warn'));
      output.write(`${await work(new Database(dataSource), process.argv.slice(2))}\n`);
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    } finally {
      await interruption.over();
      await dataSource?.destroy();
    }
    return { stop: () => Promise.resolve() };
  };
  // The task handles signals itself, and after it nothing is left to stop.
  await runProcess(start, () => undefined);
}

/** Ends the process on a signal, once `cancel` is done or has timed out. */
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
    /**
     * Restores the default effect of signals. For a task that is being ended it never resolves, so nothing
     * more is reported.
     */
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
