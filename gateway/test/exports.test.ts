import { exportWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { TestBus } from '@likewell/testing/test-bus';
import { expectRejection } from './expect-rejection.js';

const PATH = '/api/users/me/export';
const DOWNLOAD = `${PATH}/download`;
/** First bytes of a zip file. */
const ZIP = 'PK\u0003\u0004';
const CHUNK_BYTES = 256 * 1024;
const NOTHING = {
  status: 'none',
  progress: { done: 0, of: 0 },
  requested_at: null,
  bytes: null,
  expires_at: null,
};

let stack: BootedStack;
let visitor: HttpClient;
let bus: TestBus;

beforeAll(async () => {
  stack = await bootStack({ LIMIT_DOWNLOAD: '5/1h' });
  visitor = new HttpClient(stack.url);
  bus = await TestBus.connect(stack.nats.url);
});
afterAll(async () => {
  await bus.close();
  await stack.stop();
});

const query = (sql: string, ...values: unknown[]) => stack.schemas.auth.owner.query(sql, values);

/** Creates a member whose export file is ready. */
async function joinWithFile(username: string) {
  const member = await visitor.join(username);
  const responding = bus.respond(exportWallets, () => ({ items: [], memo: null }));
  await bus.nats.connection.flush();
  await member.client.call('POST', PATH);
  await eventually(async () => {
    expect((await member.client.call('GET', PATH)).body).toMatchObject({ status: 'ready' });
  }, 60_000);
  responding.stop();
  return member;
}

it('a member asks for their data, sees how far it is, and downloads it as a file of their own', async () => {
  const { client } = await visitor.join('keeper');
  expect((await client.call('GET', PATH)).body).toEqual(NOTHING);
  expectRejection(await client.call('GET', DOWNLOAD), 404, 'EXPORT_NOT_FOUND');
  const asked = await client.call('POST', PATH);
  expect(asked).toMatchObject({ status: 202, body: { status: 'running', progress: { of: 4 }, bytes: null } });
  // The data of the wallets is missing: no service provides it yet.
  expect((await client.call('POST', PATH)).body.requested_at).toBe(asked.body.requested_at);
  expectRejection(await client.call('GET', DOWNLOAD), 409, 'EXPORT_NOT_READY');
  const responding = bus.respond(exportWallets, () => ({ items: [], memo: null }));
  const ready = await eventually(async () => {
    const { body } = await client.call('GET', PATH);
    expect(body).toMatchObject({ status: 'ready', progress: { done: 4, of: 4 } });
    return body;
  }, 60_000);
  responding.stop();
  const file = await client.call('GET', DOWNLOAD);
  expect(file.status).toBe(200);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="likewell-data.zip"',
    'content-length': String(ready.bytes),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(file.body.startsWith(ZIP)).toBe(true);
});

it('a file of many chunks comes whole, and one that goes away meanwhile is cut off rather than ended', async () => {
  const { client, user } = await joinWithFile('wide');
  const chunks = 40;
  await query(
    `WITH file AS (UPDATE export SET bytes = $2 WHERE member_id = $1 RETURNING id), old AS (DELETE FROM export_chunk
       WHERE export_id IN (SELECT id FROM file) AND number > 0)
     INSERT INTO export_chunk SELECT id, number, decode(repeat(lpad(to_hex(number), 2, '0'), $3), 'hex')
     FROM file, generate_series(1, $4) AS number`,
    ...[user.id, chunks * CHUNK_BYTES, CHUNK_BYTES, chunks - 1],
  );
  await query(
    `UPDATE export_chunk SET bytes = decode(repeat('00', $2), 'hex') WHERE number = 0 AND export_id = (SELECT id FROM export WHERE member_id = $1)`,
    ...[user.id, CHUNK_BYTES],
  );
  const headers = { authorization: `Bearer ${client.token}` };
  const whole = new Uint8Array(await (await fetch(stack.url + DOWNLOAD, { headers })).arrayBuffer());
  expect(whole.length).toBe(chunks * CHUNK_BYTES);
  expect(Array.from({ length: chunks }, (_, number) => whole[number * CHUNK_BYTES])).toEqual([
    ...Array(chunks).keys(),
  ]);

  await query('DELETE FROM export_chunk WHERE number = 39');
  const broken = await fetch(stack.url + DOWNLOAD, { headers });
  expect(broken.status).toBe(200);
  await expect(broken.arrayBuffer()).rejects.toThrow();
});

it('all sessions of a member together download it so often', async () => {
  const { client } = await joinWithFile('eager');
  const login = { emailOrUser: 'eager', password: 'correct horse battery' };
  const { body } = await visitor.call('POST', '/api/auth/login', login);
  const other = new HttpClient(stack.url, body.token);
  const statuses = [];
  for (const session of [client, other, client, other, client, other, client])
    statuses.push((await session.call('GET', DOWNLOAD)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

it('another member finds no file, and a visitor nothing at all', async () => {
  await joinWithFile('owner');
  const { client } = await visitor.join('neighbour');
  expect((await client.call('GET', PATH)).body).toEqual(NOTHING);
  expectRejection(await client.call('GET', DOWNLOAD), 404, 'EXPORT_NOT_FOUND');
  for (const [method, path] of [
    ['GET', PATH],
    ['POST', PATH],
    ['GET', DOWNLOAD],
  ] as const)
    expectRejection(await visitor.call(method, path), 401, 'UNAUTHENTICATED');
});

it('who has not shown lately that it is them neither asks for the file nor gets it', async () => {
  const { client, user } = await joinWithFile('absent');
  await query(
    `UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE member_id = $1`,
    user.id,
  );
  for (const [method, path] of [
    ['POST', PATH],
    ['GET', DOWNLOAD],
  ] as const)
    expectRejection(await client.call(method, path), 403, 'CONFIRMATION_NEEDED');
  expect((await client.call('GET', PATH)).status).toBe(200);
});

it('after a day the file is gone', async () => {
  const { client, user } = await joinWithFile('late');
  await query('UPDATE export SET expires_at = now() WHERE member_id = $1', user.id);
  expect((await client.call('GET', PATH)).body).toMatchObject({ status: 'expired' });
  expectRejection(await client.call('GET', DOWNLOAD), 410, 'EXPORT_EXPIRED');
});
