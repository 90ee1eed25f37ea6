import type { SchemaDefinition } from '@likewell/service-kit/database/schema-definition';
import { randomBytes } from 'node:crypto';
import { asAdmin, createTestSchema, testDatabaseUrl, type TestSchema } from './test-schema.js';

/**
 * Creates a schema in a database of its own, for tests of Postgres's plans and reads. When a schema is made,
 * granted or dropped, all connections of the database discard their plans, and old rows stay while any
 * transaction may see them; in a shared database other test files cause this all the time.
 */
export async function createIsolatedSchema(
  service: string,
  definition: SchemaDefinition,
): Promise<TestSchema> {
  const runUrl = testDatabaseUrl();
  const name = `t_${randomBytes(5).toString('hex')}`;
  // Unlike template1, template0 has no connections, which would prevent copying it.
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
