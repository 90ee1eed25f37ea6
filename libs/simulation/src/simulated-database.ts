import type { SchemaDefinition } from '@likewell/service-kit/database/schema-definition';
import { migrate } from '@likewell/service-kit/database/migrate';
import {
  asAdmin,
  provisionTestSchema,
  testDatabaseUrl,
  type TestSchema,
} from '@likewell/testing/test-schema';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { CREATE_CLOCK, shadowClock, shadowIdleTimeout, CLOCK } from './virtual-time-in-postgres.js';

/** The simulation's own database, which runs on virtual time. */
export interface SimulatedDatabase {
  readonly admin: pg.Client;
  readonly adminUrl: string;
  /** Creates a service's schema there, as a deployment does. */
  addSchema(service: string, definition: SchemaDefinition): Promise<TestSchema>;
  drop(): Promise<void>;
}

/** Prevents real time from changing a plan, the order of rows, or the victim of a deadlock. */
const SETTINGS = {
  synchronous_commit: 'off',
  jit: 'off',
  deadlock_timeout: '1ms',
  statement_timeout: '0',
  track_activities: 'on',
};

export async function createSimulatedDatabase(startMs: number): Promise<SimulatedDatabase> {
  const runUrl = testDatabaseUrl();
  const name = `simulation_${randomBytes(5).toString('hex')}`;
  await asAdmin(runUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE template0`));
  const url = new URL(runUrl);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(CREATE_CLOCK);
  await admin.query(`SELECT setval('${CLOCK}', ${startMs}); SET synchronous_commit = off`);
  const schemas: TestSchema[] = [];
  return {
    admin,
    adminUrl: url.href,
    async addSchema(service, definition) {
      const schema = await provisionTestSchema(service, url.href);
      schemas.push(schema);
      const [role, owner] = [schema.url, schema.ownerUrl].map((each) => new URL(each).username);
      for (const each of [role, owner]) {
        await admin.query(`ALTER ROLE ${each} SET search_path = ${role}, pg_catalog`);
        for (const [setting, value] of Object.entries(SETTINGS)) {
          await admin.query(`ALTER ROLE ${each} SET ${setting} = '${value}'`);
        }
      }
      await admin.query(shadowClock(role ?? '') + shadowIdleTimeout(role ?? ''));
      await migrate(schema.ownerUrl, definition);
      await stopAutovacuum(admin, role ?? '');
      return schema;
    },
    async drop() {
      for (const schema of schemas) await schema.drop();
      await admin.end();
      await asAdmin(runUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** The position of rows, and the plan by which they are read, must not depend on when a vacuum ran. */
async function stopAutovacuum(admin: pg.Client, schema: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname = $1 AND relkind = 'r'`,
    [schema],
  );
  for (const { name } of rows) await admin.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
}
