import type { Migration } from '@likewell/service-kit/database/migrate';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createTestSchema, type TestSchema } from './test-schema.js';

/**
 * Makes a schema in a database of its own, for tests of what Postgres plans and reads. All connections of a database
 * forget their plans when a schema is made, granted or dropped in it, and its old rows stay while any transaction of
 * it may see them, as other test files have it all the time.
 */
export async function createSchemaApart(
  service: string,
  migrations: readonly Migration[],
): Promise<TestSchema> {
  const runUrl = process.env.TEST_DATABASE_URL;
  if (!runUrl) throw new Error('TEST_DATABASE_URL is not set; run the tests with `make test`');
  const name = `t_${randomBytes(5).toString('hex')}`;
  // Unlike template1, nobody can be connected to template0, which would keep it from being copied.
  await run(runUrl, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(runUrl);
  url.pathname = `/${name}`;
  const schema = await createTestSchema(service, migrations, url.href);
  return {
    ...schema,
    async drop() {
      await schema.drop();
      await run(runUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
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
