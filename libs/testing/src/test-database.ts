import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of one test file alone, on the test run's Postgres. */
export interface TestDatabase {
  /** For making schemas in it. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/**
 * Makes an empty database, for tests that look at what a connection remembers: all connections of a database forget
 * their plans when a schema is made, granted or dropped in it, as other test files do all the time.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const runUrl = process.env.TEST_DATABASE_URL;
  if (!runUrl) throw new Error('TEST_DATABASE_URL is not set; run the tests with `make test`');
  const name = `t_${randomBytes(5).toString('hex')}`;
  // Unlike template1, nobody can be connected to template0, which would keep it from being copied.
  await run(runUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(runUrl);
  url.pathname = `/${name}`;
  return { adminUrl: url.href, drop: () => run(runUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
