import type { QueryRunner } from 'typeorm';
import { z } from 'zod';
import { queryRow } from './query-rows.js';

/** A table of so many bytes is read within milliseconds: its writers can wait for a build. */
const SMALL_TABLE_BYTES = 64 * 1024;

const COMMENT = /--.*$|\/\*[^]*?\*\//gm;
const BUILD = /^CREATE\s+(UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?<index>\w+)\s+ON\s+(?<table>\w+)\b[^;]*;?$/i;
const DROP = /^DROP\s+INDEX\s+CONCURRENTLY\s+IF\s+EXISTS\s+\w+;?$/i;

const builtRow = z.object({ isSmall: z.boolean(), isValid: z.boolean().nullable() });

interface Build {
  readonly statement: string;
  readonly index: string;
  readonly table: string;
}

/**
 * Returns what builds or drops an index while its table is written, where a migration's text is just that, apart
 * from comments. It has to run outside a transaction, and can be repeated whatever became of it before.
 * @returns null for a text without CONCURRENTLY
 * @throws Error for one that says it in any other way
 */
export function concurrentIndex(file: string, sql: string): ((runner: QueryRunner) => Promise<void>) | null {
  const statement = sql.replaceAll(COMMENT, '').trim();
  if (!/\bCONCURRENTLY\b/i.test(statement)) return null;
  if (DROP.test(statement)) return (runner) => runWithoutTimeout(runner, statement);
  const { index, table } = BUILD.exec(statement)?.groups ?? {};
  if (index && table) return (runner) => build(runner, { statement, index, table });
  throw new Error(
    `${file} says CONCURRENTLY and is not one CREATE INDEX CONCURRENTLY <name> ON <table> … or ` +
      'DROP INDEX CONCURRENTLY IF EXISTS <name> alone',
  );
}

async function build(runner: QueryRunner, { statement, index, table }: Build): Promise<void> {
  const built = await queryRow(
    runner.manager,
    builtRow,
    `SELECT pg_relation_size($1::regclass) <= ${SMALL_TABLE_BYTES} AS "isSmall",
       (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($2) AND indrelid = $1::regclass) AS "isValid"`,
    [table, index],
  );
  // The migrator before ended between its build and the record of it.
  if (built?.isValid) return;
  // A build that was cut off leaves what every write maintains and no query uses.
  if (built?.isValid === false) await runWithoutTimeout(runner, `DROP INDEX CONCURRENTLY ${index}`);
  // Otherwise a schema that is made anew would wait for every other transaction of its database.
  if (built?.isSmall) await runner.query(statement.replace(/CONCURRENTLY/i, ''));
  else await runWithoutTimeout(runner, statement);
}

/**
 * Runs a statement that waits for all older transactions, and that nobody waits for. Where it fails its connection
 * ends with the migrator, so that it needs no reset.
 */
async function runWithoutTimeout(runner: QueryRunner, statement: string): Promise<void> {
  await runner.query('SET lock_timeout = 0');
  await runner.query(statement);
  await runner.query('RESET lock_timeout');
}
