import { fileURLToPath } from 'node:url';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { lockConnection } from './advisory-locks.js';
import { queryRows } from './query-rows.js';
import { readSchema, type SchemaDefinition, type SqlFunction } from './schema-definition.js';

/** What is in every service's schema: the tables that events leave by and arrive by. */
const OF_THE_KIT = readSchema(fileURLToPath(new URL('../../db', import.meta.url)));

const nameRow = z.object({ name: z.string() });
const inForceRow = z.object({ name: z.string(), checksum: z.string() });

/** What was changed, by name. */
export interface Migrated {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
}

/**
 * Brings a schema up to date, one migrator at a time: migrations that have not run, then functions whose text has
 * changed. The URL's role owns the schema; the service itself runs under a lesser one.
 */
export async function migrate(ownerUrl: string, schema: SchemaDefinition): Promise<Migrated> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: [...OF_THE_KIT.migrations, ...schema.migrations],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
  }).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lockConnection(lock, 'migrate');
    const migrations = (await dataSource.runMigrations()).map((migration) => migration.name);
    const functions = await applyFunctions(dataSource, [...OF_THE_KIT.functions, ...schema.functions]);
    return { migrations, functions };
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

/**
 * Puts the functions in force whose text is another than the one that is, in one transaction. A database that has
 * migrations of a version to come keeps its functions, which are that version's.
 */
async function applyFunctions(dataSource: DataSource, functions: readonly SqlFunction[]): Promise<string[]> {
  const ran = await queryRows(dataSource.manager, nameRow, 'SELECT name FROM migration');
  const known = new Set(dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name));
  if (ran.some(({ name }) => !known.has(name))) return [];
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
