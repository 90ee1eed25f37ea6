import { migrate } from '@likewell/service-kit/database/migrate';
import type { SchemaDefinition } from '@likewell/service-kit/database/schema-definition';
import { provision } from '@likewell/service-kit/database/provision';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A schema with its two roles on the test run's Postgres, used by one test file alone. */
export interface TestSchema {
  /** URL of an administrator of its database. */
  readonly adminUrl: string;
  /** URL of the role that migrates. */
  readonly ownerUrl: string;
  /** URL of the service's role, which reads and writes rows. */
  readonly url: string;
  /**
   * Pool of the role that owns the tables; for inspecting them and for preparing states that no service would
   * create.
   */
  readonly owner: pg.Pool;
  /**
   * Makes Postgres end every connection of the service, or only those that wait for a lock, and waits until
   * they have ended; returns their number.
   */
  killConnections(which?: 'all' | 'waiting'): Promise<number>;
  drop(): Promise<void>;
}

const PASSWORD = 'test';
const ALIVE_PAUSE_MS = 2;

/** Creates a schema as a deployment does: provisioned, then migrated. */
export async function createTestSchema(
  service: string,
  definition: SchemaDefinition,
  adminUrl?: string,
): Promise<TestSchema> {
  const schema = await provisionTestSchema(service, adminUrl);
  await migrate(schema.ownerUrl, definition);
  return schema;
}

/** Returns the URL of an administrator of the test run's Postgres. @throws Error if there is none */
export function testDatabaseUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set; run the tests with `make test`');
  return url;
}

/** Creates an empty schema with its roles, on the test run's Postgres unless the admin URL of another is given. */
export async function provisionTestSchema(
  service: string,
  adminUrl = testDatabaseUrl(),
): Promise<TestSchema> {
  const name = `t_${service.replaceAll('-', '_')}_${randomBytes(5).toString('hex')}`;
  const ownerRole = `${name}_owner`;
  await provision(adminUrl, [
    {
      schema: name,
      owner: { role: ownerRole, password: PASSWORD },
      runtime: { role: name, password: PASSWORD },
    },
  ]);
  const ownerUrl = withRole(adminUrl, ownerRole);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  owner.on('error', () => undefined);
  // Opened by its first use; one connection for those who kill again and again.
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  admin.on('error', () => undefined);
  return {
    adminUrl,
    ownerUrl,
    url: withRole(adminUrl, name),
    owner,
    async killConnections(which = 'all') {
      const { rows } = await admin.query<{ pid: number }>(
        `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE usename = $1 AND ($2 = 'all' OR wait_event_type = 'Lock')`,
        [name, which],
      );
      const pids = rows.map(({ pid }) => pid);
      // Postgres's own wait checks again only after 100 ms.
      const alive = 'SELECT FROM pg_stat_activity WHERE pid = ANY ($1)';
      while (pids.length > 0 && ((await admin.query(alive, [pids])).rowCount ?? 0) > 0)
        await setTimeout(ALIVE_PAUSE_MS);
      return pids.length;
    },
    async drop() {
      await Promise.all([owner.end(), admin.end()]);
      await dropSchema(adminUrl, name, ownerRole);
    },
  };
}

function withRole(adminUrl: string, role: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = PASSWORD;
  return url.toString();
}

function dropSchema(adminUrl: string, name: string, ownerRole: string): Promise<void> {
  return asAdmin(adminUrl, async (client) => {
    await client.query(`DROP SCHEMA ${name} CASCADE`);
    await client.query(`DROP OWNED BY ${name}, ${ownerRole}`);
    await client.query(`DROP ROLE ${name}, ${ownerRole}`);
  });
}

/** Runs `work` as an administrator, whose URL may name any database. */
export async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
