import { z } from 'zod';
import { migrate, type Migration } from '../database/migrate.js';
import { readConfig } from './config.js';
import { runProcess } from './run-process.js';

/** A service's whole `migrate`: DATABASE_URL is the role that owns the schema. */
export async function runMigrations(migrations: readonly Migration[]): Promise<void> {
  await runProcess(async () => {
    const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: z.url() }), process.env);
    const names = await migrate(DATABASE_URL, migrations);
    process.stdout.write(names.length > 0 ? `migrated: ${names.join(', ')}\n` : 'nothing to migrate\n');
    return { stop: () => Promise.resolve() };
  });
}
