import pg from 'pg';
import { z } from 'zod';
import { lockConnection } from './advisory-locks.js';
import { PASSWORD, scramVerifier } from './scram-verifier.js';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const role = z.object({ role: name, password: z.string().regex(PASSWORD, 'must be printable ASCII') });

/** A service's schema with its two roles: one owns and migrates it, the other one is used at runtime. */
export const schemaPlan = z.object({ schema: name, owner: role, runtime: role });
export type SchemaPlan = z.output<typeof schemaPlan>;

/**
 * Creates roles and schemas, or brings existing ones to this state. Only a schema's own two roles may use it;
 * the runtime role reads and writes rows and changes no table.
 */
export async function provision(adminUrl: string, plans: readonly SchemaPlan[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await lockConnection(client, 'provision');
    for (const plan of plans) await provisionSchema(client, plan);
  } finally {
    await client.end();
  }
}

/**
 * SQL by which Postgres checks once a second whether the client is still connected, so that a statement ends
 * with its client. It is not available before version 14, nor on an operating system that does not report
 * this.
 */
const endWithClient = (role: string) => `
  DO $$ BEGIN
    ALTER ROLE ${role} SET client_connection_check_interval = '1s';
  EXCEPTION WHEN undefined_object OR invalid_parameter_value THEN NULL;
  END $$`;

async function provisionSchema(client: pg.Client, { schema, owner, runtime }: SchemaPlan): Promise<void> {
  for (const { role, password } of [owner, runtime]) {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${role} LOGIN PASSWORD '${scramVerifier(password)}'`);
    await client.query(`ALTER ROLE ${role} SET search_path = ${schema}`);
    await client.query(endWithClient(role));
  }
  await client.query(`
    GRANT ${owner.role} TO CURRENT_USER;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${owner.role};
    REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC;
    GRANT USAGE ON SCHEMA ${schema} TO ${runtime.role};
    ALTER DEFAULT PRIVILEGES FOR ROLE ${owner.role} IN SCHEMA ${schema}
      GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${runtime.role};
    ALTER DEFAULT PRIVILEGES FOR ROLE ${owner.role} IN SCHEMA ${schema}
      GRANT USAGE ON SEQUENCES TO ${runtime.role};
  `);
}
