import { eventually } from '@likewell/testing/eventually';
import { provisionTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { lockKey } from '../src/database/advisory-locks.js';
import { migrate } from '../src/database/migrate.js';
import { provision } from '../src/database/provision.js';
import { tallySchema } from './tally.js';
import { TcpProxy } from './tcp-proxy.js';

/** Longer than a command waits, on a busy machine too. */
const GIVES_UP_MS = 60_000;
const role = { role: 'never_made', password: 'canary' };
const plan = { schema: 'never_made', owner: role, runtime: role };

/** What a command says of a silent Postgres at this port. */
const silentAt = (port: number) => ({
  name: 'PostgresSilentError',
  message: expect.stringContaining(`Postgres at 127.0.0.1:${port} does not respond. Check `) as string,
});

describe('a command', () => {
  const joined: Socket[] = [];
  let silent: Server;
  let schema: TestSchema;
  beforeAll(async () => {
    silent = createServer((socket) => joined.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    schema = await provisionTestSchema('tally');
  });
  afterAll(async () => {
    for (const socket of joined) socket.destroy();
    silent.close();
    await schema.drop();
  });

  it(
    'says which Postgres took its connection and was silent',
    async () => {
      const { port } = silent.address() as AddressInfo;
      const url = `postgres://someone:canary@127.0.0.1:${port}/likewell`;
      const commands = [provision(url, [plan]), migrate(url, tallySchema)];
      const errors = (await Promise.allSettled(commands)).map(
        (one) => one.status === 'rejected' && one.reason,
      );
      for (const error of errors) {
        expect(error).toMatchObject(silentAt(port));
        expect(String(error)).not.toContain('canary');
      }
    },
    GIVES_UP_MS,
  );

  it(
    'says which Postgres was silent while it worked',
    async () => {
      const url = new URL(schema.ownerUrl);
      const link = await TcpProxy.to(url);
      url.port = String(link.port);
      const other = await schema.owner.connect();
      try {
        await other.query(`SELECT pg_advisory_lock(${lockKey('migrate')})`);
        const migrated = expect(migrate(url.href, tallySchema)).rejects.toMatchObject(silentAt(link.port));
        await eventually(async () => {
          const waiting = `SELECT FROM pg_stat_activity
            WHERE usename = current_user AND query LIKE '%pg_try_advisory_lock%' AND pid <> pg_backend_pid()`;
          expect((await other.query(waiting)).rowCount).toBe(1);
        });
        link.hold();
        link.heardAfterMs = GIVES_UP_MS;
        await migrated;
      } finally {
        other.release(true);
        link.stop();
      }
    },
    GIVES_UP_MS,
  );
});
