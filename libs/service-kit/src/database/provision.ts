import pg from 'pg';
import { z } from 'zod';
import { lockConnection } from './advisory-locks.js';
import { COMMAND_CONNECT_TIMEOUT_MS, guardConnection, runCommand } from './command-connection.js';
import { PASSWORD, scramVerifier } from './scram-verifier.js';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const role = z.object({ role: name, password: z.string().regex(PASSWORD, 'must be printable ASCII') });

/** A service's schema with its two roles: one owns and migrates it, the other one is used at runtime. */
export const schemaPlan = z.object({ schema: name, owner: role, runtime: role });
export type SchemaPlan = z.output<typeof schemaPlan>;

/**
 * Creates roles and schemas, or brings existing ones to this state. Only a schema's own two roles may use it;
 * the runtime role reads and writes rows and changes no table.
 * @throws PostgresSilentError where Postgres does not respond
 */
export async function provision(adminUrl: string, plans: readonly SchemaPlan[]): Promise<void> {
  const client = new pg.Client({
    connectionString: adminUrl,
    connectionTimeoutMillis: COMMAND_CONNECT_TIMEOUT_MS,
  });
  const work = async () => {
    await client.connect();
    guardConnection(client, adminUrl);
    await lockConnection(client, 'provision');
    for (const plan of plans) await provisionSchema(client, plan);
  };
  await runCommand(adminUrl, work, () => client.end());
}

/**
 * SQL by which Postgres notices that a client is gone, so that its statement, locks and connection end with
 * it: once a second while a statement runs, and within 25 s where the client's machine or network is gone
 * without a word, which Linux alone would see after two hours. The first is not available before version 14,
 * nor on an operating system that does not report it.
 */
const endWithClient = (role: string) => `
  ALTER ROLE ${role} SET tcp_keepalives_idle = '10s';
  ALTER ROLE ${role} SET tcp_keepalives_interval = '5s';
  ALTER ROLE ${role} SET tcp_keepalives_count = 3;
  ALTER ROLE ${role} SET tcp_user_timeout = '25s';
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
