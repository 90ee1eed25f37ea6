import { eventually } from '@likewell/testing/eventually';
import type { SolanaEndpoint } from '@likewell/stand-in-solana/start-solana';
import bs58 from 'bs58';
import type { Keypair } from '@solana/web3.js';
import { signatureHex } from '../src/deposits/signature.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- lies of any shape */

type Faults = Parameters<SolanaEndpoint['setFaults']>[0];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The base58 of 64 bytes that nobody has signed. */
const NEVER_WAS = bs58.encode(Buffer.alloc(64, 7));
/** Long enough for a busy machine to answer in time where nothing is wrong. */
const TIMEOUT_MS = 3000;
const FAULT_MS = 700;
const HISTORY = ['getSignaturesForAddress'];
const CONTENT = ['getTransaction'];

describe('deposits while an endpoint of the chain', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start({
      endpoints: 2,
      variables: { SOLANA_TIMEOUT_MS: String(TIMEOUT_MS), SCAN_PAGE_SIZE: '7', SCAN_INTERVAL_MS: '60' },
    });
    member = await watcher.newMember();
    wallet = watcher.newWallet(1_000_000);
  });
  afterAll(() => watcher.stop());
  afterEach(() => {
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
  });

  let made = 0;
  /** Of an amount of its own each: two alike within one slot would be one transaction. */
  const send = (count: number) =>
    Array.from({ length: count }, () => watcher.deposit(wallet, BigInt((made += 1)), member.memo));

  /** The amounts of our account in a response, doubled: more than the chain holds. */
  const doubled = (_: string, result: any) => {
    const lie = structuredClone(result);
    for (const { uiTokenAmount } of lie?.meta?.postTokenBalances ?? []) {
      uiTokenAmount.amount = String(BigInt(uiTokenAmount.amount) * 2n);
    }
    return lie;
  };
  const emptied = (_: string, result: unknown) => (Array.isArray(result) ? [] : result);
  const failed = (_: string, result: any) =>
    result && { ...result, meta: { ...result.meta, err: 'AccountInUse' } };
  const madeUp = (_: string, result: any) =>
    Array.isArray(result)
      ? [{ ...result[0], signature: NEVER_WAS, slot: 1e9, err: null }, ...result.slice(1)]
      : result;

  const faults: Record<string, Faults> = {
    'is down': { response: 'drop' },
    hangs: { response: 'hang' },
    'answers 500': { response: 500 },
    'answers 429': { response: 429 },
    'answers garbage': { response: 'garbage' },
    'answers without an end': { response: 'endless' },
    redirects: { response: 'redirect' },
    'has had enough': { error: { code: -32005, message: 'Node is behind by 150 slots' } },
    rejects: { error: { code: -32601, message: 'Method not found' } },
    lags: { lagSlots: 60 },
    'lists everything twice': { duplicate: true },
    'forgets cursors': { forgetCursors: true },
    'lists nothing': { methods: HISTORY, rewrite: emptied },
    'has lost every third transaction': { vanish: (signature) => signature.charCodeAt(5) % 3 === 0 },
    'says that we got twice as much': { methods: CONTENT, rewrite: doubled },
    'says that all failed': { methods: CONTENT, rewrite: failed },
    'answers with another transaction': { methods: CONTENT, rewrite: mixedUp() },
  };

  it.each(Object.keys(faults))(
    '%s: each is credited once after it healed, and none wrongly before',
    async (fault) => {
      const [liar] = watcher.endpoints;
      const before = send(9);
      liar?.setFaults(faults[fault] ?? {});
      const during = send(16);
      watcher.solana.skipSlots();
      const report = watcher.report(member, during[3] ?? '').catch((error: unknown) => error);
      await pause(fault === 'hangs' ? TIMEOUT_MS + FAULT_MS : FAULT_MS);
      const { rows } = await watcher.owner.query(
        `SELECT coalesce(sum(amount), 0)::text AS booked FROM deposit WHERE state NOT IN ('seen', 'nothing', 'failed')`,
      );
      expect(BigInt(rows[0]?.booked)).toBeLessThanOrEqual(await watcher.heldOnChain());
      liar?.setFaults({});
      expect(await report).not.toMatchObject({
        code: expect.stringMatching(/FAILED|NOTHING|MEMBER|UNCLAIMED|INTERNAL/),
      });
      await watcher.expectAllCredited(60_000);
      for (const signature of [before[0] ?? '', during[15] ?? '']) {
        expect((await watcher.report(member, signature)).state).toBe('credited');
      }
    },
  );

  it('has lost one, and a newer one is judged before the other endpoint was read: the cursor waits for both', async () => {
    const [liar, other] = watcher.endpoints;
    // More than a page apart.
    const sent = send(12);
    const [lost, reported] = [sent[0], sent[11] ?? ''];
    let walks = 0;
    const rewrite = (method: string, result: unknown, [, page]: readonly any[]) => {
      if (HISTORY.includes(method) && !page.before) walks += 1;
      return result;
    };
    liar?.setFaults({ vanish: (signature) => signature === lost, rewrite });
    other?.setFaults({ methods: HISTORY, response: 500 });
    watcher.solana.skipSlots();
    await eventually(async () => expect((await watcher.report(member, reported)).state).toBe('credited'));
    // The first one from here on is over when the second begins, and a cursor that waits for nobody has moved.
    const enough = walks + 3;
    await eventually(() => expect(walks).toBeGreaterThanOrEqual(enough));
    const { rows } = await watcher.owner.query(`SELECT encode(cursor, 'hex') AS cursor FROM scan`);
    expect(rows).not.toContainEqual({ cursor: signatureHex(reported) });
    liar?.setFaults({});
    other?.setFaults({});
    await watcher.expectAllCredited(20_000);
  });

  it.each([
    ['lists', 1],
    ['and the other one, too, list', 2],
  ])('%s what never was: the cursor never rests on it, and it is forgotten in the end', async (_, liars) => {
    const walks = watcher.endpoints.map(() => 0);
    watcher.endpoints.forEach((endpoint, index) => {
      const rewrite = (method: string, result: unknown, [, page]: readonly unknown[]) => {
        if ((page as { before?: string }).before) return result;
        walks[index] = (walks[index] ?? 0) + 1;
        return index < liars ? madeUp(method, result) : result;
      };
      endpoint.setFaults({ methods: HISTORY, rewrite });
    });
    send(10);
    watcher.solana.skipSlots();
    const open = `SELECT encode(signature, 'hex') AS signature FROM deposit WHERE state = 'seen' AND slot = 1e9`;
    await eventually(async () => expect((await watcher.owner.query(open)).rowCount).toBe(1));
    // Time for each to have listed it, and for the cursor to go there.
    const enough = walks.map((count) => count + 5);
    await eventually(() =>
      walks.forEach((count, index) => expect(count).toBeGreaterThanOrEqual(enough[index] ?? 0)),
    );
    const { rows } = await watcher.owner.query(
      'SELECT FROM scan JOIN deposit ON signature = cursor WHERE slot = 1e9',
    );
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    expect(rows).toEqual([]);
    // A page that was on its way brings it back, and a look that was under way notes its own attempt: both once.
    await eventually(async () => {
      await watcher.owner.query(`UPDATE deposit SET attempts = 20, due_at = now() WHERE slot = 1e9`);
      await watcher.expectAllCredited(2000);
    }, 30_000);
  });

  it('did not know one for long: it is looked at again within a minute, and not forgotten when nobody knows it once', async () => {
    const [liar] = watcher.endpoints;
    liar?.setFaults({ methods: CONTENT, rewrite: () => null });
    const [sent = ''] = send(1);
    watcher.solana.skipSlots();
    const find = async () => {
      const { rows } = await watcher.owner.query<{ attempts: number; wait: number }>(
        `SELECT attempts, extract(epoch FROM due_at - now())::float8 AS wait FROM deposit
         WHERE state = 'seen' AND signature = decode($1, 'hex')`,
        [signatureHex(sent)],
      );
      return rows[0];
    };
    await eventually(async () => expect((await find())?.attempts).toBeGreaterThan(0));
    await watcher.owner.query(`UPDATE deposit SET attempts = 12, due_at = now() WHERE state = 'seen'`);
    const looked = await eventually(async () => {
      const found = await find();
      expect(found?.attempts).not.toBe(12);
      return found;
    });
    expect(looked?.wait).toBeGreaterThan(30);
    expect(looked?.wait).toBeLessThanOrEqual(60);
    const attempts = looked?.attempts ?? 0;
    for (const endpoint of watcher.endpoints) endpoint.setFaults({ methods: CONTENT, rewrite: () => null });
    await watcher.owner.query(`UPDATE deposit SET due_at = now() WHERE state = 'seen'`);
    await eventually(async () => expect((await find())?.attempts).toBe(attempts + 1));
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await watcher.owner.query(`UPDATE deposit SET due_at = now() WHERE state = 'seen'`);
    await watcher.expectAllCredited();
  });

  it('and the other one, too, are down', async () => {
    for (const endpoint of watcher.endpoints) endpoint.setFaults({ response: 'drop' });
    send(20);
    watcher.solana.skipSlots();
    await pause(1500);
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await watcher.expectAllCredited(60_000);
  });

  it('and the other one, too, leave rows out for good while the cursor passes: the sweep finds them', async () => {
    const hidden = new Set<string>();
    const vanish = (signature: string) => hidden.has(signature);
    const walks = watcher.endpoints.map(() => 0);
    watcher.endpoints.forEach((endpoint, index) => {
      const rewrite = (method: string, result: unknown, [, page]: readonly unknown[]) => {
        const isFirstPage = method === 'getSignaturesForAddress' && !(page as { before?: string }).before;
        if (isFirstPage) walks[index] = (walks[index] ?? 0) + 1;
        return result;
      };
      endpoint.setFaults({ vanish, rewrite });
    });
    const [lost = ''] = send(3);
    hidden.add(lost);
    watcher.solana.skipSlots();
    const later = send(30);
    watcher.solana.skipSlots();
    const newest = signatureHex(later[29] ?? '');
    await eventually(async () => {
      const { rows } = await watcher.owner.query(
        `SELECT encode(cursor, 'hex') AS cursor,
           (SELECT count(*)::integer FROM deposit WHERE state = 'seen') AS seen FROM scan`,
      );
      expect(rows).toEqual([{ cursor: newest, seen: 0 }]);
    }, 30_000);
    hidden.clear();
    // The first one from here on is over when the second begins.
    const enough = walks.map((count) => count + 2);
    await eventually(() =>
      walks.forEach((count, index) => expect(count).toBeGreaterThanOrEqual(enough[index] ?? 0)),
    );
    const found = await watcher.owner.query(`SELECT FROM deposit WHERE signature = decode($1, 'hex')`, [
      signatureHex(lost),
    ]);
    expect(found.rowCount).toBe(0);
    await watcher.owner.query(`UPDATE scan SET swept_at = now() - interval '2 hours'`);
    await watcher.expectAllCredited();
  });

  it('has more than a thousand of them in one slot', async () => {
    const amount = 1100;
    for (let index = 0; index < amount; index += 1) {
      watcher.solana.send([watcher.transfer(wallet, BigInt(index + 1)), watcher.memo(member.memo)], [wallet]);
    }
    watcher.solana.skipSlots();
    await watcher.expectAllCredited(300_000);
  }, 330_000);
});

/** Each response is the one before it: right in itself, about something else. */
function mixedUp() {
  let previous: unknown = null;
  return (_: string, result: unknown) => {
    const response = previous ?? result;
    previous = result;
    return response;
  };
}
