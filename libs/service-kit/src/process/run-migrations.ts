import { z } from 'zod';
import { migrate } from '../database/migrate.js';
import type { SchemaDefinition } from '../database/schema-definition.js';
import { readConfig } from '../config/config.js';
import { runProcess } from './run-process.js';

/** The `migrate` command of a service: DATABASE_URL is the role that owns the schema. */
export async function runMigrations(schema: SchemaDefinition): Promise<void> {
  await runProcess(async () => {
    const { DATABASE_URL } = readConfig(z.object({ DATABASE_URL: z.url() }), process.env);
    const { migrations, functions, unknown } = await migrate(DATABASE_URL, schema);
    const told = [
      migrations.length > 0 ? `migrated: ${migrations.join(', ')}` : 'nothing to migrate',
      ...(functions.length > 0 ? [`functions: ${functions.join(', ')}`] : []),
      ...(unknown.length > 0
        ? [`functions left as they are, since another version migrated here: ${unknown.join(', ')}`]
        : []),
    ];
    process.stdout.write(`${told.join('\n')}\n`);
    return { stop: () => Promise.resolve() };
  });
}
