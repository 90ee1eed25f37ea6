import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { concurrentIndex } from './concurrent-index.js';

/** A migration: hand-written SQL under a name that says what it does and ends with its time. */
export type Migration = new () => MigrationInterface;

/** A function of a schema: its current text, and the checksum that tells whether it is installed. */
export interface SqlFunction {
  readonly name: string;
  readonly text: string;
  /** SHA-256 in hex. */
  readonly checksum: string;
}

/** Migrations and functions of a schema. */
export interface SchemaDefinition {
  /** Sorted in the order in which they run. */
  readonly migrations: readonly Migration[];
  readonly functions: readonly SqlFunction[];
}

const MIGRATION_FILE = /^(\d{13})-([a-z0-9-]+)\.sql$/;
const FUNCTION_FILE = /^([a-z0-9_]+)\.sql$/;

/**
 * Reads a folder's `migrations/1763700100000-create-members.sql` and `functions/settle_tips.sql`.
 * @throws Error for a file of another name, and for a migration that is rejected by {@link migrationOf}
 */
export function readSchema(folder: string): SchemaDefinition {
  return {
    migrations: sqlFiles(join(folder, 'migrations')).map(({ file, text }) => migrationOf(file, text)),
    functions: sqlFiles(join(folder, 'functions')).map(({ file, text }) => toFunction(file, text)),
  };
}

function sqlFiles(folder: string): { file: string; text: string }[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).sort();
  return files.map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

/**
 * Makes a migration of this SQL, named after its file. There is no way back: a mistake is corrected by the
 * next migration. It is a transaction, unless it builds or drops an index while its table is written.
 * @throws Error for a file of another name, and for one that says CONCURRENTLY of more than one index
 */
export function migrationOf(file: string, sql: string): Migration {
  const [, time, words] = MIGRATION_FILE.exec(file) ?? [];
  if (!time || !words) throw new Error(`${file} is no name of a migration`);
  const name = `${words.replaceAll(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())}${time}`;
  const changeIndex = concurrentIndex(file, sql);
  const migration = class implements MigrationInterface {
    readonly name = name;
    readonly transaction = changeIndex === null;

    async up(runner: QueryRunner): Promise<void> {
      await (changeIndex ? changeIndex(runner) : runner.query(sql));
    }

    down(): Promise<never> {
      return Promise.reject(new Error('migrations go forward only'));
    }
  };
  Object.defineProperty(migration, 'name', { value: name });
  return migration;
}

function toFunction(file: string, text: string): SqlFunction {
  const [, name] = FUNCTION_FILE.exec(file) ?? [];
  if (!name) throw new Error(`${file} is no name of a function`);
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}
