import { giveawayErrors } from '@likewell/contracts/giveaway/errors';
import { checkAccount, listEntries, listGiveaways } from '@likewell/contracts/giveaway/rpc';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { eventually } from '@likewell/testing/eventually';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { proofView } from '../../../gateway/src/giveaways/giveaways.presenter.js';
import { drawWinners, seedOf, snapshotOf } from '../src/draws/draw.js';
import { findResult, secondsOverdue } from '../src/draws/draws.queries.js';
import {
  atNoonPlus,
  chainAround,
  CONFIRMED,
  GiveawayUnderTest,
  HOUR,
  MINUTE,
  SNAPSHOT,
} from './giveaway-under-test.js';

const ENTRIES = ['alice', 'bob', 'carol', 'dave', 'eve', 'łukasz', '阿里斯', '𝔷eta'.normalize('NFKC')].sort();
const DRAWN_AT = atNoonPlus(HOUR);

let giveaway: GiveawayUnderTest;
afterEach(() => giveaway.stop());

describe('a draw', () => {
  it('runs by itself from the first entry to its end, and everybody can check it', async () => {
    const chain = chainAround(CONFIRMED.slice(0, 5));
    giveaway = await GiveawayUnderTest.start([chain, chain]);
    const { bus } = giveaway.service;
    const id = await giveaway.create(3);
    expect(await giveaway.import(id, `@Alice\n${ENTRIES.join('\n')}`)).toMatch(
      /^8 entries added; 0 .* 1 lines repeat/,
    );
    expect(await giveaway.read(id)).toMatchObject({ status: 'active', commitment: null, entriesCount: null });
    await expect(giveaway.proof(id)).rejects.toMatchObject({ code: 'NO_SNAPSHOT_YET' });
    await expect(bus.call(listEntries, { giveawayId: id, cursor: null })).rejects.toMatchObject({
      code: 'NO_SNAPSHOT_YET',
    });

    await giveaway.setNow(new Date(SNAPSHOT.getTime() - 1));
    expect((await giveaway.read(id)).status).toBe('active');
    await giveaway.setNow(SNAPSHOT);
    const { commitment } = await snapshotOf(
      [...ENTRIES].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
    await eventually(async () =>
      expect(await giveaway.read(id)).toMatchObject({ status: 'locked', commitment, entriesCount: 8 }),
    );
    await expect(giveaway.import(id, 'zoe')).rejects.toThrow(/takes no more entries/);
    const check = (account: string) => bus.call(checkAccount, { giveawayId: id, account });
    await expect(check('alice')).rejects.toMatchObject({ code: giveawayErrors.NOT_DRAWN_YET.code });
    expect(await giveaway.proof(id)).toMatchObject({
      block: null,
      seed: null,
      winners: [],
      postponements: [],
    });

    await giveaway.setNow(atNoonPlus(50 * MINUTE));
    await eventually(() => expect(giveaway.sources[0]?.requests).toBeGreaterThan(2));
    expect((await giveaway.read(id)).status).toBe('locked');
    chain.append(atNoonPlus(55 * MINUTE).getTime() / 1000);
    await giveaway.setNow(DRAWN_AT);
    const drawn = await giveaway.untilStatus(id, 'drawn');
    expect(drawn).toMatchObject({
      drawnAt: DRAWN_AT.toISOString(),
      disputesUntil: '2026-12-21T18:00:00.000Z',
    });

    const proof = await giveaway.proof(id);
    expect(proof.block).toMatchObject({
      kind: 'first-after',
      height: chain.tip - 5,
      hash: chain.describe(chain.tip - 5)?.id,
    });
    expect(proof.seed).toBe(seedOf(commitment, proof.block?.hash ?? ''));
    expect(proof.winners).toEqual(await drawWinners(await entriesOf(id), proof.seed ?? '', 3));
    const won = await Promise.all(
      ENTRIES.map(async (entry) => ((await check(` @${entry.toUpperCase()}`)).won ? entry : null)),
    );
    expect(won.filter(Boolean).sort()).toEqual(proof.winners.map(({ entry }) => entry).sort());
    expect(await check('https://x.com/nobody')).toEqual({ won: false });
    expect(await check('john doe')).toEqual({ won: false });

    await giveaway.setNow(new Date('2026-12-21T17:59:59Z'));
    expect((await giveaway.read(id)).status).toBe('drawn');
    await giveaway.setNow(new Date('2026-12-21T18:00:00Z'));
    expect((await bus.call(listGiveaways, {})).giveaways).toMatchObject([{ id, status: 'final' }]);
    await expectScriptToHold(id, true);
  });

  it('of nobody, of one, and of fewer entries than prizes is one too', async () => {
    giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)]);
    const ids = [
      await giveaway.enter([]),
      await giveaway.enter(['alice']),
      await giveaway.enter(['alice', 'bob'], 10),
    ];
    await giveaway.untilSnapshot(...ids);
    await giveaway.setNow(DRAWN_AT);
    await Promise.all(ids.map((id) => giveaway.untilStatus(id, 'drawn')));
    const winners = await Promise.all(ids.map(async (id) => (await giveaway.proof(id)).winners.length));
    expect(winners).toEqual([0, 1, 2]);
    for (const id of ids) await expectScriptToHold(id, true);
  });

  it('whose entries were imported by older rules names its winners by those of today, and as the list shows them', async () => {
    giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)]);
    const id = await giveaway.enter(['alice', 'eve', 'łukasz'], 8);
    const older = ['bob❤\uFE0F', 'c\u034Farol', 'dave\u2800', 'jos%c3%a9', 'm\uFFFDller'];
    await giveaway.service.schema.owner.query('INSERT INTO giveaway_entry SELECT $1, unnest($2::text[])', [
      id,
      older,
    ]);
    await giveaway.untilSnapshot(id);
    await giveaway.setNow(DRAWN_AT);
    await giveaway.untilStatus(id, 'drawn');
    const won = async (account: string) =>
      (await giveaway.service.bus.call(checkAccount, { giveawayId: id, account })).won;
    const josé = ['linkedin.com/in/Jos%C3%A9', '@josé', '@Jos%C3%A9'];
    for (const account of ['alice', '@Bob❤\uFE0F', 'bob❤', 'carol', ...josé, ...older])
      expect([account, await won(account)]).toEqual([account, true]);
    for (const account of ['bob', 'dave', 'jose', 'müller', 'john doe', 'x.com/i/user/1'])
      expect([account, await won(account)]).toEqual([account, false]);
    // Only those whose form is another today are read, and brought into it, for each account that is asked about.
    const result = await findResult(giveaway.operator.database.read, id, ['nobody']);
    expect(result?.winners.toSorted()).toEqual(['bob❤\uFE0F', 'c\u034Farol', 'jos%c3%a9']);
  });

  it.each([
    ['three hours before noon', -180, 0],
    ['119 minutes before noon, when its block may be there already', -119, 1],
    ['119 minutes before the next noon', 24 * 60 - 119, 2],
  ])('whose snapshot is taken %s is decided by the first noon that is safe', async (_, minutes, skipped) => {
    giveaway = await GiveawayUnderTest.start([chainAround([])], { drawsByItself: false });
    const id = await giveaway.enter(['alice', 'bob']);
    await giveaway.setNow(atNoonPlus(minutes * MINUTE));
    expect(await giveaway.newRunner().step()).toBe(true);
    const { drawAt, commitment } = await giveaway.operator.giveaways.get(id);
    expect(commitment).not.toBeNull();
    expect(drawAt).toBe(atNoonPlus(skipped * 24 * HOUR).toISOString());
  });

  it('whose snapshot comes after noon waits for the next noon, whose block nobody knows yet', async () => {
    giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)]);
    const id = await giveaway.enter(['alice', 'bob']);
    await giveaway.setNow(DRAWN_AT);
    const postponed = await giveaway.untilStatus(id, 'postponed');
    expect(postponed).toMatchObject({ drawAt: '2026-11-22T17:00:00.000Z', entriesCount: 2 });
    expect((await giveaway.proof(id)).postponements).toEqual([
      { drawAt: atNoonPlus(0).toISOString(), reason: 'late-snapshot', said: [] },
    ]);
    const { read } = giveaway.operator.database;
    expect(await secondsOverdue(read, DRAWN_AT)).toBe(0);
    expect(await secondsOverdue(read, new Date('2026-11-22T17:01:00Z'))).toBe(60);
  });

  it('of 100,000 entries is made, and read in pages', async () => {
    giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)], { drawsByItself: false });
    const id = await giveaway.enter(
      Array.from({ length: 100_000 }, (_, index) => `@Account_${index}`),
      1000,
    );
    const runner = giveaway.newRunner();
    const timed = async () => {
      const startedAt = performance.now();
      expect(await runner.step()).toBe(true);
      return Math.round(performance.now() - startedAt);
    };
    await giveaway.setNow(SNAPSHOT);
    const snapshotMs = await timed();
    await giveaway.setNow(DRAWN_AT);
    const blockMs = await timed();
    const drawMs = await timed();
    process.stdout.write(
      `100,000 entries: snapshot ${snapshotMs} ms, block ${blockMs} ms, draw ${drawMs} ms\n`,
    );
    await giveaway.service.addReplica();
    const entries = await entriesOf(id);
    expect(entries).toHaveLength(100_000);
    const proof = await giveaway.proof(id);
    expect(proof.giveaway).toMatchObject(await snapshotOf(entries));
    expect(proof.winners).toHaveLength(1000);
  });
});

describe('what is settled', () => {
  it('cannot be changed by the service, whatever its code does', async () => {
    giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)]);
    const id = await giveaway.enter(['alice', 'bob', 'carol']);
    const rejected = async (sql: string, reason: RegExp) =>
      expect(giveaway.operator.database.read.query(sql)).rejects.toThrow(reason);
    await rejected('UPDATE giveaway SET winners_wanted = 3', /settled/);
    await giveaway.untilSnapshot(id);
    await rejected(`INSERT INTO giveaway_entry VALUES (${id}, 'zoe')`, /snapshot .* is taken/);
    await rejected("DELETE FROM giveaway_entry WHERE entry = 'bob'", /permission denied/);
    await rejected("UPDATE giveaway_entry SET entry = 'zoe'", /permission denied/);
    for (const text of ['title', 'prize', 'audience', 'rules'])
      await rejected(`UPDATE giveaway SET ${text} = 'another'`, /settled/);
    await rejected(`UPDATE giveaway SET commitment = '${'0'.repeat(64)}'`, /settled/);
    await rejected(`UPDATE giveaway SET draw_at = draw_at - interval '1 day'`, /settled/);
    await giveaway.setNow(DRAWN_AT);
    await giveaway.untilStatus(id, 'drawn');
    await rejected(`UPDATE giveaway SET block = '{}'`, /settled/);
    await rejected(`UPDATE giveaway SET seed = '${'0'.repeat(64)}'`, /settled/);
    await rejected('UPDATE giveaway SET drawn_at = NULL, seed = NULL', /settled/);
    await rejected('UPDATE giveaway_winner SET place = 9', /permission denied/);
    await rejected(
      `INSERT INTO giveaway_winner SELECT giveaway_id, 9, entry, repeat('0', 64) FROM giveaway_entry e
       WHERE NOT EXISTS (SELECT FROM giveaway_winner w WHERE w.entry = e.entry)`,
      /settled/,
    );
    await rejected(
      `INSERT INTO giveaway_postponement VALUES (${id}, now(), 'unavailable', '[]', now())`,
      /settled/,
    );
    await rejected('DELETE FROM giveaway', /permission denied/);
  });

  it('is not believed when somebody changed it behind the service', async () => {
    giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)]);
    const id = await giveaway.enter(ENTRIES);
    await giveaway.untilSnapshot(id);
    await giveaway.setNow(DRAWN_AT);
    await giveaway.untilStatus(id, 'drawn');
    await expectScriptToHold(id, true);
    const { owner } = giveaway.service.schema;
    const winners = (await giveaway.proof(id)).winners.map(({ entry }) => entry);
    const loser = ENTRIES.find((entry) => !winners.includes(entry));
    const rename = (from: string | undefined, to: string | undefined) =>
      owner.query('UPDATE giveaway_entry SET entry = $2 WHERE entry = $1', [from, to]);
    await owner.query(
      'ALTER TABLE giveaway DISABLE TRIGGER USER; ALTER TABLE giveaway_entry DISABLE TRIGGER USER',
    );
    await rename(loser, 'mallory');
    await expectScriptToHold(id, false);
    await rename('mallory', loser);
    await expectScriptToHold(id, true);
    await owner.query(`UPDATE giveaway SET seed = '${'1'.repeat(64)}'`);
    await expectScriptToHold(id, false);
  });
});

async function entriesOf(giveawayId: number): Promise<string[]> {
  const entries: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined;) {
    const page: RpcOutput<typeof listEntries> = await giveaway.service.bus.call(listEntries, {
      giveawayId,
      cursor,
    });
    expect(page.entries.length).toBeLessThanOrEqual(1000);
    entries.push(...page.entries);
    cursor = page.nextCursor ?? undefined;
  }
  return entries;
}

/**
 * Runs the README's script on a giveaway's proof, as anyone could. Even where the draw holds, the script
 * reports that its two blocks are made up.
 */
async function expectScriptToHold(giveawayId: number, holds: boolean): Promise<void> {
  const page = { entries: await entriesOf(giveawayId), nextCursor: null };
  const file = join(tmpdir(), `likewell-proof-${process.pid}.json`);
  await writeFile(file, JSON.stringify(proofView(await giveaway.proof(giveawayId), page)));
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, '../verify-draw.mjs'), file]);
  const { stdout, stderr } = await run.catch((error: unknown) => error as { stdout: string; stderr: string });
  await rm(file);
  expect(stderr).toBe('');
  const wrong = stdout.split('\n').filter((line) => line.startsWith('✗') && !line.includes('made up'));
  expect(wrong.length === 0).toBe(holds);
}
