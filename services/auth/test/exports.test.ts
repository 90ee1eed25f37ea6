import { requestEmailChange } from '@likewell/contracts/auth/address-rpc';
import {
  beginExportDownload,
  getExport,
  getExportChunk,
  requestDeletion,
  requestExport,
} from '@likewell/contracts/auth/leaving-rpc';
import { exportTexts } from '@likewell/contracts/posts/rpc';
import { exportWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { operatorRules } from '@likewell/service-kit/process/operator-arguments';
import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportMember } from '../src/cli/export-member-command.js';
import { deleteOldExports } from '../src/exports/exports.queries.js';
import { AuthUnderTest } from './auth-under-test.js';
import { deleteAllDue } from './deletions-under-test.js';
import { respondForNeighbours, readZip, rowsOf, untilReady, type Files } from './exports-under-test.js';
import { openTools, type ToolsUnderTest } from './tools-under-test.js';
import { verifyAddress } from './verified-address.js';

let auth: AuthUnderTest;
let tools: ToolsUnderTest;
let neighbours: ReturnType<typeof respondForNeighbours>;

beforeAll(async () => {
  auth = await AuthUnderTest.start({ SITE_ORIGINS: 'https://likewell.test' });
  neighbours = respondForNeighbours(auth.service.bus);
  tools = await openTools(auth.service.schema.url, auth.redis.url);
});
afterAll(async () => {
  await tools.close();
  await auth.stop();
});

const owner = () => auth.service.schema.owner;
const bus = () => auth.service.bus;
const query = async (sql: string, ...values: unknown[]) =>
  (await owner().query(sql, values)).rows as unknown[];
const chunksOf = async (memberId: number) =>
  (
    await query(
      'SELECT FROM export_chunk c JOIN export e ON e.id = c.export_id WHERE e.member_id = $1',
      memberId,
    )
  ).length;
const kindsOf = async (memberId: number) =>
  query(
    'SELECT kind, operator, reason FROM security_event WHERE member_id = $1 AND kind LIKE $2 ORDER BY id',
    memberId,
    'export%',
  );

const leaseLeft = async (memberId: number) => {
  const sql = 'SELECT extract(epoch FROM due_at - now()) AS seconds FROM export WHERE member_id = $1';
  const [row] = (await query(sql, memberId)) as { seconds: string }[];
  return Number(row?.seconds);
};

/** Deletes what is old until the assertion holds: what the service's own job is deleting is skipped. */
const cleanUntil = (assertion: () => Promise<void>) =>
  eventually(async () => {
    await tools.database.transaction(deleteOldExports);
    await assertion();
  });

async function download(memberId: number): Promise<Files> {
  const { exportId, bytes, chunks } = await bus().call(beginExportDownload, { memberId });
  const parts: Uint8Array[] = [];
  for (let number = 0; number < chunks; number += 1)
    parts.push((await bus().call(getExportChunk, { memberId, exportId, number })).chunk);
  const whole = Buffer.concat(parts);
  expect(whole.length).toBe(bytes);
  return readZip(whole);
}

/** Holds back the responses of the posts service. */
function holdTexts() {
  neighbours.texts.stop();
  const held: (() => void)[] = [];
  const subscription = bus().nats.connection.subscribe(exportTexts.subject, {
    callback: (_, message) => {
      held.push(() => message.respond(JSON.stringify({ data: { texts: [], next: null } })));
    },
  });
  return {
    held,
    release: () => {
      subscription.unsubscribe();
      neighbours.texts = bus().respond(exportTexts, () => ({ texts: [], next: null }));
      for (const respond of held) respond();
    },
  };
}

/** Registers a member whose export is ready. */
async function newExported() {
  const member = await auth.newMember();
  await bus().call(requestExport, { memberId: member.memberId });
  await untilReady(bus(), member.memberId);
  return member;
}

describe('a member who asks for their data', () => {
  it('gets one file however often they ask while it is being made, is told by mail, and finds it on the trail', async () => {
    const { memberId, username, email } = await auth.newMember();
    await verifyAddress(owner(), memberId);
    expect(await bus().call(getExport, { memberId })).toEqual({ export: null });
    const { release } = holdTexts();
    const asked = await Promise.all([1, 2, 3].map(() => bus().call(requestExport, { memberId })));
    for (const each of asked) expect(each).toMatchObject({ status: 'running', parts: 4, bytes: null });
    expect(await query('SELECT FROM export WHERE member_id = $1', memberId)).toHaveLength(1);
    release();
    const file = await untilReady(bus(), memberId);
    expect(Date.parse(file?.expiresAt ?? '') - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const files = await download(memberId);
    expect(rowsOf(files, 'profile')).toMatchObject([{ member_id: memberId, username, email }]);
    expect(files['README.txt']).toContain('What is not here:');
    expect(await kindsOf(memberId)).toMatchObject([
      { kind: 'export-requested' },
      { kind: 'export-downloaded' },
    ]);
    const mails = await query(
      `SELECT data FROM mail WHERE member_id = $1 AND template = 'export-ready'`,
      memberId,
    );
    expect(mails).toEqual([{ data: { link: 'https://likewell.test/settings#security' } }]);
  });

  it('may have five made within a day', async () => {
    const { memberId } = await newExported();
    for (let asked = 2; asked <= 5; asked += 1) {
      await bus().call(requestExport, { memberId });
      await untilReady(bus(), memberId);
    }
    await expect(bus().call(requestExport, { memberId })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterSeconds: expect.any(Number) },
    });
  });

  it('finds nothing secret in it: no hash, no secret of an app, no token', async () => {
    const { memberId, tokenHash } = await auth.newStaffMember();
    await bus().call(requestExport, { memberId });
    await untilReady(bus(), memberId);
    const whole = Object.values(await download(memberId)).join('\n');
    const secrets = (await query(
      `SELECT password_hash AS secret FROM identity WHERE member_id = $1
       UNION ALL SELECT encode(secret, 'base64') FROM totp WHERE member_id = $1
       UNION ALL SELECT encode(secret, 'hex') FROM totp WHERE member_id = $1
       UNION ALL SELECT network FROM known_network WHERE member_id = $1
       UNION ALL SELECT network FROM security_event WHERE member_id = $1 AND network IS NOT NULL
       UNION ALL SELECT credential_id FROM passkey WHERE member_id = $1`,
      memberId,
    )) as { secret: string }[];
    expect(secrets.length).toBeGreaterThan(1);
    for (const secret of [tokenHash, '$argon2', ...secrets.map((each) => each.secret)])
      expect(whole).not.toContain(secret);
  });

  it('does not learn from it whether an address is another member’s', async () => {
    const other = await auth.newMember();
    await verifyAddress(owner(), other.memberId);
    const kinds = [];
    for (const email of ['nobodys@new.example', String(other.email)]) {
      const { memberId } = await auth.newMember();
      await verifyAddress(owner(), memberId);
      await bus().call(requestEmailChange, { memberId, email });
      await bus().call(requestExport, { memberId });
      await untilReady(bus(), memberId);
      kinds.push(rowsOf(await download(memberId), 'mails').map(({ kind }) => kind));
    }
    expect(kinds[0]).toContain('confirm-old-email');
    expect(kinds[1]).toEqual(kinds[0]);
  });
});

describe('a file', () => {
  it('is its member’s alone', async () => {
    const [one, other] = [await newExported(), await auth.newMember()];
    const { exportId } = await bus().call(beginExportDownload, { memberId: one.memberId });
    const taken = bus().call(getExportChunk, { memberId: other.memberId, exportId, number: 0 });
    await expect(taken).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' });
    await expect(bus().call(beginExportDownload, { memberId: other.memberId })).rejects.toMatchObject({
      code: 'EXPORT_NOT_FOUND',
    });
  });

  it('is gone with its bytes after its time, at that very moment', async () => {
    const { memberId } = await newExported();
    const { exportId } = await bus().call(beginExportDownload, { memberId });
    expect(await chunksOf(memberId)).toBeGreaterThan(0);
    await query(`UPDATE export SET expires_at = now() WHERE member_id = $1`, memberId);
    await expect(bus().call(beginExportDownload, { memberId })).rejects.toMatchObject({
      code: 'EXPORT_EXPIRED',
    });
    await expect(bus().call(getExportChunk, { memberId, exportId, number: 0 })).rejects.toMatchObject({
      code: 'EXPORT_NOT_FOUND',
    });
    await cleanUntil(async () => expect(await chunksOf(memberId)).toBe(0));
    expect(await bus().call(getExport, { memberId })).toMatchObject({ export: { status: 'expired' } });
    await query(`UPDATE export SET finished_at = now() - interval '31 days' WHERE member_id = $1`, memberId);
    await cleanUntil(async () => expect(await bus().call(getExport, { memberId })).toEqual({ export: null }));
  });

  it('goes with the account', async () => {
    const { memberId } = await newExported();
    await bus().call(requestDeletion, { memberId, keepsPosts: true });
    await query('UPDATE member SET deletion_at = now() WHERE id = $1', memberId);
    await deleteAllDue(auth);
    expect(await query('SELECT FROM export WHERE member_id = $1', memberId)).toEqual([]);
    expect(await chunksOf(memberId)).toBe(0);
  });

  it('is tried again while a service does not answer, and ready once it does', async () => {
    neighbours.texts.stop();
    const { memberId } = await auth.newMember();
    await bus().call(requestExport, { memberId });
    await eventually(async () => {
      const [row] = (await query('SELECT attempts FROM export WHERE member_id = $1', memberId)) as {
        attempts: number;
      }[];
      expect(row?.attempts).toBeGreaterThan(1);
    });
    await expect(bus().call(beginExportDownload, { memberId })).rejects.toMatchObject({
      code: 'EXPORT_NOT_READY',
    });
    neighbours.texts = bus().respond(exportTexts, () => ({ texts: [], next: null }));
    await untilReady(bus(), memberId);
  });

  it('is given up after fifteen attempts, and may be asked for again', async () => {
    neighbours.wallets.stop();
    const { memberId } = await auth.newMember();
    await bus().call(requestExport, { memberId });
    await eventually(async () => {
      await query(
        'UPDATE export SET attempts = 15, due_at = now() WHERE member_id = $1 AND attempts > 0',
        memberId,
      );
      expect(await bus().call(getExport, { memberId })).toMatchObject({ export: { status: 'failed' } });
    });
    expect(await chunksOf(memberId)).toBe(0);
    neighbours.wallets = bus().respond(exportWallets, () => ({ items: [], memo: null }));
    await bus().call(requestExport, { memberId });
    await untilReady(bus(), memberId);
  });
});

describe('who makes a file', () => {
  it('writes nothing any more once another has taken it up', async () => {
    const { memberId } = await auth.newMember();
    const { held, release } = holdTexts();
    await bus().call(requestExport, { memberId });
    await eventually(() => expect(held.length).toBe(1));
    // Changes the row as if the lease had expired and another process had begun.
    await query(
      `UPDATE export SET attempts = attempts + 1, due_at = now() + interval '1 hour' WHERE member_id = $1`,
      memberId,
    );
    release();
    await bus().nats.connection.flush();
    const { memberId: next } = await newExported();
    expect(await chunksOf(next)).toBeGreaterThan(0);
    expect(
      await query('SELECT status, parts_done, attempts FROM export WHERE member_id = $1', memberId),
    ).toEqual([{ status: 'running', parts_done: 1, attempts: 2 }]);
    expect(await chunksOf(memberId)).toBe(0);
  });

  it('is followed by another process when it is killed, whose file is whole', async () => {
    const process = await NodeProcess.prepare(join(import.meta.dirname, '..'), {
      DATABASE_URL: auth.service.schema.url,
      NATS_URL: auth.service.natsServer.url,
      REDIS_URL: auth.redis.url,
      NETWORK_SECRET: 'a secret for networks of the tests alone',
      CURSOR_SECRET: 'a secret for cursors of the tests alone',
      TOTP_SECRET: 'a secret for codes of the tests alone',
    });
    const { memberId, username } = await auth.newMember();
    const { held, release } = holdTexts();
    // Only the separate process makes exports now.
    await auth.service.replica.stop();
    await process.start();
    await query('INSERT INTO export (member_id, made_for) VALUES ($1, $2)', memberId, 'member');
    await eventually(() => expect(held.length).toBe(1));
    await process.stop('SIGKILL');
    // Chunks that it may have stored must not become part of its successor's file.
    await query(
      `INSERT INTO export_chunk SELECT id, 0, 'rest'::bytea FROM export WHERE member_id = $1 ON CONFLICT DO NOTHING`,
      memberId,
    );
    // Nobody takes over before the lease expires; the next statement makes it expire.
    await expect(leaseLeft(memberId)).resolves.toBeGreaterThan(0);
    await query(`UPDATE export SET due_at = due_at - interval '30 seconds' WHERE member_id = $1`, memberId);
    release();
    await auth.service.addReplica();
    await untilReady(bus(), memberId);
    expect(rowsOf(await download(memberId), 'profile')).toMatchObject([{ username }]);
  }, 120_000);
});

describe('make export-member', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'likewell-exports-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('writes the file for its owner alone, with who and why on the trail, and leaves nothing of it', async () => {
    const { memberId, username } = await auth.newMember();
    await verifyAddress(owner(), memberId);
    const to = join(folder, 'member.zip');
    const said = await exportMember(tools, [
      `user=${username}`,
      `to=${to}`,
      'by=anna',
      'why=asked by letter',
    ]);
    expect(said).toContain(`The data of ${username}, `);
    expect(rowsOf(readZip(await readFile(to)), 'profile')).toMatchObject([{ username }]);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect(await kindsOf(memberId)).toEqual([
      { kind: 'export-requested', operator: 'anna', reason: 'asked by letter' },
    ]);
    expect(await query('SELECT FROM export WHERE member_id = $1', memberId)).toEqual([]);
    expect(
      await query('SELECT FROM mail WHERE member_id = $1 AND template = $2', memberId, 'export-ready'),
    ).toEqual([]);
  });

  it('hands a file to nobody that was made for an operator, and to no operator the member’s', async () => {
    const { memberId } = await newExported();
    await query(`UPDATE export SET made_for = 'operator' WHERE member_id = $1`, memberId);
    expect(await bus().call(getExport, { memberId })).toEqual({ export: null });
    await expect(bus().call(beginExportDownload, { memberId })).rejects.toMatchObject({
      code: 'EXPORT_NOT_FOUND',
    });
    const [row] = (await query('SELECT id FROM export WHERE member_id = $1', memberId)) as { id: string }[];
    const taken = bus().call(getExportChunk, { memberId, exportId: Number(row?.id), number: 0 });
    await expect(taken).rejects.toMatchObject({ code: 'EXPORT_NOT_FOUND' });
  });

  it('overwrites no file, wants a reason in production, and knows no stranger', async () => {
    const { memberId, username } = await auth.newMember();
    const to = join(folder, 'there.zip');
    await writeFile(to, 'mine');
    await expect(exportMember(tools, [`user=${username}`, `to=${to}`])).rejects.toThrow('is there already');
    expect(await readFile(to, 'utf8')).toBe('mine');
    const inProduction = { ...tools, rules: operatorRules('production') };
    const other = join(folder, 'other.zip');
    await expect(exportMember(inProduction, [`user=${username}`, `to=${other}`, 'by=anna'])).rejects.toThrow(
      'Say why',
    );
    await expect(exportMember(tools, ['user=nobody_there', `to=${other}`])).rejects.toThrow(
      'There is no member',
    );
    await expect(stat(other)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(exportMember(tools, [`user=${username}`])).rejects.toThrow('Say to=');
    expect(await kindsOf(memberId)).toEqual([]);
  });
});
