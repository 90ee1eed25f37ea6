import { z } from 'zod';
import { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { createLogger } from '../telemetry/logger.js';
import { readConfig } from './config.js';
import { runProcess } from './run-process.js';

/**
 * A service's whole command that somebody runs by hand: it works in the service's schema as DATABASE_URL's
 * role, prints what it has to say, and answers the exit code.
 */
export async function runTask(name: string, work: (database: Database) => Promise<number>): Promise<void> {
  await runProcess(async () => {
    const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: z.url() }), process.env);
    const options = { url: DATABASE_URL, poolSize: 1, applicationName: name };
    const dataSource = await openDatabase(options, createLogger(name, 'warn'));
    try {
      process.exitCode = await work(new Database(dataSource));
    } finally {
      await dataSource.destroy();
    }
    return { stop: () => Promise.resolve() };
  });
}
