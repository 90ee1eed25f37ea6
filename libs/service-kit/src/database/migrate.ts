import { DataSource, type MigrationInterface } from 'typeorm';
import { CreateOutboxAndInbox1763700000000 } from '../events/create-outbox-and-inbox.js';

/** A migration: hand-written SQL under a name that says what it does and ends with its time. */
export type Migration = new () => MigrationInterface;

const LOCK_KEY = 7_263_541;

/**
 * Brings a schema up to date, one migrator at a time. The URL's role owns the schema; the service itself
 * runs under a lesser one.
 * @returns the names of the migrations that ran
 */
export async function migrate(ownerUrl: string, migrations: readonly Migration[]): Promise<string[]> {
  const dataSource = await new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: [CreateOutboxAndInbox1763700000000, ...migrations],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
  }).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SELECT pg_advisory_lock(${LOCK_KEY}, hashtext(current_schema()))`);
    return (await dataSource.runMigrations()).map((migration) => migration.name);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}
