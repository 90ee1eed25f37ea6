import type { SchemaDefinition } from '@likewell/service-kit/database/schema-definition';
import { randomBytes } from 'node:crypto';
import { asAdmin, createTestSchema, testDatabaseUrl, type TestSchema } from './test-schema.js';

/**
 * Makes a schema in a database of its own, for tests of what Postgres plans and reads. All connections of a database
 * forget their plans when a schema is made, granted or dropped in it, and its old rows stay while any transaction of
 * it may see them, as other test files have it all the time.
 */
export async function createIsolatedSchema(
  service: string,
  definition: SchemaDefinition,
): Promise<TestSchema> {
  const runUrl = testDatabaseUrl();
  const name = `t_${randomBytes(5).toString('hex')}`;
  // Unlike template1, nobody can be connected to template0, which would keep it from being copied.
  await asAdmin(runUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const url = new URL(runUrl);
  url.pathname = `/${name}`;
  const schema = await createTestSchema(service, definition, url.href);
  return {
    ...schema,
    async drop() {
      await schema.drop();
      await asAdmin(runUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}
