import { eventually } from '@likewell/testing/eventually';
import type { SolanaEndpoint } from '@likewell/stand-in-solana/start-solana';
import bs58 from 'bs58';
import type { Keypair } from '@solana/web3.js';
import { signatureHex } from '../src/solana/signature.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- lies of any shape */

type Faults = Parameters<SolanaEndpoint['setFaults']>[0];

/** Base58 text of 64 bytes that no signer has made. */
const NEVER_WAS = bs58.encode(Buffer.alloc(64, 7));
/** Long enough for a busy machine to respond in time when there is no fault. */
const TIMEOUT_MS = 3000;
/** Failures after which an endpoint is not asked for a second. */
const OPENS_BREAKER = 4;
/** Requests that meet a fault before it heals. */
const MEETINGS = 3;
/** Slots of a day, of 200 ms each. */
const DAY_SLOTS = (24 * 3600 * 1000) / 200;
/** Time for a busy machine to find and judge all deposits of a test while a fault stands. */
const MET_MS = 60_000;
/** Time for a busy machine to read the whole history, by now a hundred pages, at both endpoints. */
const SWEEP_MS = 50_000;
const HISTORY = ['getSignaturesForAddress'];
const CONTENT = ['getTransaction'];

describe('deposits while an endpoint of the chain', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start({
      endpoints: 2,
      variables: { SOLANA_TIMEOUT_MS: String(TIMEOUT_MS), SCAN_PAGE_SIZE: '3', SCAN_INTERVAL_MS: '60' },
    });
    member = await watcher.newMember();
    wallet = watcher.newWallet(1_000_000);
  });
  afterAll(() => watcher.stop());
  afterEach(() => {
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
  });

  let made = 0;
  /** Every third deposit that was sent, whatever the test. */
  const thirds = new Set<string>();
  /** Sends deposits with different amounts: two equal ones within one slot would be one transaction. */
  const send = (count: number) =>
    Array.from({ length: count }, () => {
      const signature = watcher.deposit(wallet, BigInt((made += 1)), member.memo);
      if (made % 3 === 0) thirds.add(signature);
      return signature;
    });

  /** Doubles the amounts of our account in a response: more than the chain holds. */
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
    // A minute, so that it does not catch up by itself.
    lags: { lagSlots: 6000 },
    'lists everything twice': { duplicate: true },
    'forgets cursors': { forgetCursors: true },
    'lists nothing': { methods: HISTORY, rewrite: emptied },
    'has lost every third transaction': { vanish: (signature) => thirds.has(signature) },
    'says that we got twice as much': { methods: CONTENT, rewrite: doubled },
    'says that all failed': { methods: CONTENT, rewrite: failed },
    'answers with another transaction': { methods: CONTENT, rewrite: mixedUp() },
  };

  it.each(Object.keys(faults))(
    '%s: each is credited once after it healed, and none wrongly before',
    async (fault) => {
      const [liar, other] = watcher.endpoints;
      const before = send(4);
      const metAt: number[] = [];
      liar?.setFaults({ ...faults[fault], onRequest: () => metAt.push(Date.now()) });
      const judged = new Set<unknown>();
      const rewrite = (_: string, result: unknown, [signature]: readonly unknown[]) => {
        judged.add(signature);
        return result;
      };
      other?.setFaults({ methods: CONTENT, rewrite });
      const during = send(7);
      watcher.solana.skipSlots();
      const report = watcher.report(member, during[3] ?? '').catch((error: unknown) => error);
      // The other endpoint is asked for each deposit, and the liar or its breaker at the same time.
      await eventually(() => {
        expect([...before, ...during].filter((signature) => !judged.has(signature))).toEqual([]);
        expect(metAt.length).toBeGreaterThanOrEqual(MEETINGS);
        const [first = Infinity] = metAt;
        if (fault === 'hangs') expect(Math.max(...metAt) - first).toBeGreaterThan(TIMEOUT_MS);
      }, MET_MS);
      const { rows } = await watcher.owner.query(
        `SELECT coalesce(sum(amount), 0)::text AS booked FROM deposit WHERE state NOT IN ('seen', 'nothing', 'failed')`,
      );
      expect(BigInt(rows[0]?.booked)).toBeLessThanOrEqual(await watcher.heldOnChain());
      for (const endpoint of watcher.endpoints) endpoint.setFaults({});
      expect(await report).not.toMatchObject({
        code: expect.stringMatching(/FAILED|NOTHING|MEMBER|UNCLAIMED|INTERNAL/),
      });
      await watcher.expectAllCredited(60_000);
      for (const signature of [before[0] ?? '', during[6] ?? '']) {
        expect((await watcher.report(member, signature)).state).toBe('credited');
      }
    },
  );

  it('has lost one, and a newer one is judged before the other endpoint was read: the cursor waits for both', async () => {
    const [liar, other] = watcher.endpoints;
    // More than one page.
    const sent = send(5);
    const [lost, reported] = [sent[0], sent[4] ?? ''];
    let walks = 0;
    const rewrite = (method: string, result: unknown, [, page]: readonly any[]) => {
      if (HISTORY.includes(method) && !page.before) walks += 1;
      return result;
    };
    liar?.setFaults({ vanish: (signature) => signature === lost, rewrite });
    other?.setFaults({ methods: HISTORY, response: 500 });
    watcher.solana.skipSlots();
    await eventually(async () => expect((await watcher.report(member, reported)).state).toBe('credited'));
    // The first walk from here on is over when the second begins. By then a cursor that waits for nobody has
    // moved.
    const enough = walks + 3;
    await eventually(() => expect(walks).toBeGreaterThanOrEqual(enough));
    const { rows } = await watcher.owner.query(`SELECT encode(cursor, 'hex') AS cursor FROM scan`);
    expect(rows).not.toContainEqual({ cursor: signatureHex(reported) });
    liar?.setFaults({});
    other?.setFaults({});
    await watcher.expectAllCredited(60_000);
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
    // Time for each endpoint to list it, and for a wrong cursor to move there.
    const enough = walks.map((count) => count + 5);
    await eventually(() =>
      walks.forEach((count, index) => expect(count).toBeGreaterThanOrEqual(enough[index] ?? 0)),
    );
    const { rows } = await watcher.owner.query(
      'SELECT FROM scan JOIN deposit ON signature = cursor WHERE slot = 1e9',
    );
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    expect(rows).toEqual([]);
    // A page in progress may add it again, and an attempt in progress may overwrite the count, each once.
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
    const met = watcher.endpoints.map(() => 0);
    watcher.endpoints.forEach((endpoint, index) => {
      const onRequest = () => (met[index] = (met[index] ?? 0) + 1);
      endpoint.setFaults({ response: 'drop', onRequest });
    });
    send(9);
    watcher.solana.skipSlots();
    // More than open a circuit breaker, so that both have been tried again.
    await eventually(() => {
      for (const count of met) expect(count).toBeGreaterThan(OPENS_BREAKER);
    }, MET_MS);
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await watcher.expectAllCredited(60_000);
  });

  it('and the other one, too, leave rows out for good while the cursor passes: the sweep finds them', async () => {
    // A sweep that failed in the first test would be tried again after five minutes.
    await watcher.owner.query(`UPDATE sweep SET due_at = now() + interval '1 hour'`);
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
    // It is nearly a week old where a slot takes 200 ms, and more than a page below what is four days old.
    watcher.solana.skipSlots(DAY_SLOTS * 2.5);
    send(6);
    watcher.solana.skipSlots(DAY_SLOTS * 4);
    const later = send(12);
    watcher.solana.skipSlots();
    const newest = signatureHex(later[11] ?? '');
    await eventually(async () => {
      const { rows } = await watcher.owner.query(
        `SELECT encode(cursor, 'hex') AS cursor,
           (SELECT count(*)::integer FROM deposit WHERE state = 'seen') AS seen FROM scan`,
      );
      expect(rows).toEqual([{ cursor: newest, seen: 0 }]);
    }, 30_000);
    hidden.clear();
    // The first walk from here on is over when the second begins.
    const enough = walks.map((count) => count + 2);
    await eventually(() =>
      walks.forEach((count, index) => expect(count).toBeGreaterThanOrEqual(enough[index] ?? 0)),
    );
    const found = await watcher.owner.query(`SELECT FROM deposit WHERE signature = decode($1, 'hex')`, [
      signatureHex(lost),
    ]);
    expect(found.rowCount).toBe(0);
    await watcher.makeSweepsDue();
    await watcher.expectAllCredited(SWEEP_MS);
  });

  const scanned = async () => {
    const { rows } = await watcher.owner.query<{ cursor: string | null; reached_at: Date | null }>(
      `SELECT encode(cursor, 'hex') AS cursor, reached_at FROM scan`,
    );
    return rows[0];
  };

  it('has lost the row of the cursor for good: its walks end below it, and the cursor moves on', async () => {
    const [, liar] = watcher.endpoints;
    const sent = send(12);
    watcher.solana.skipSlots();
    const lost = signatureHex(sent[11] ?? '');
    // The sweep of the test before goes on between walks, and its pages are not those of a walk.
    await watcher.expectSwept(SWEEP_MS);
    await eventually(async () => expect((await scanned())?.cursor).toBe(lost), SWEEP_MS);
    let pages = 0;
    let mostPages = 0;
    const rewrite = (method: string, result: unknown, [, page]: readonly any[]) => {
      if (!HISTORY.includes(method)) return result;
      pages = page.before ? pages + 1 : 1;
      mostPages = Math.max(mostPages, pages);
      return result;
    };
    liar?.setFaults({ vanish: (signature) => signatureHex(signature) === lost, rewrite });
    const newest = signatureHex(send(4)[3] ?? '');
    watcher.solana.skipSlots();
    await eventually(async () => expect((await scanned())?.cursor).toBe(newest), 30_000);
    // The whole history has ten times as many pages.
    expect(mostPages).toBeLessThan(10);
  });

  it('lists nothing for long: nobody says that the history was read', async () => {
    const [other, liar] = watcher.endpoints;
    let walks = 0;
    liar?.setFaults({ methods: HISTORY, rewrite: emptied });
    other?.setFaults({ methods: HISTORY, rewrite: (_, result) => ((walks += 1), result) });
    // A walk in progress may have completed the walks of both.
    await eventually(() => expect(walks).toBeGreaterThan(2));
    const before = await scanned();
    const enough = walks + 3;
    await eventually(() => expect(walks).toBeGreaterThan(enough));
    expect(await scanned()).toEqual(before);
  });

  it('is down when a sweep is due: the other one is not swept with each walk', async () => {
    const [other, liar] = watcher.endpoints;
    let [walks, sweeps] = [0, 0];
    const rewrite = (_: string, result: any, [, page]: readonly any[]) => {
      if (!page.before) walks += 1;
      else if (result.length === 0) sweeps += 1;
      return result;
    };
    liar?.setFaults({ methods: HISTORY, response: 500 });
    other?.setFaults({ methods: HISTORY, rewrite });
    await watcher.makeSweepsDue();
    await eventually(() => expect(sweeps).toBe(1), SWEEP_MS);
    const enough = walks + 4;
    await eventually(() => expect(walks).toBeGreaterThan(enough));
    expect(sweeps).toBe(1);
  });

  it('has many pages of them in one slot', async () => {
    const amount = 48;
    for (let index = 0; index < amount; index += 1) {
      watcher.solana.send([watcher.transfer(wallet, BigInt(index + 1)), watcher.memo(member.memo)], [wallet]);
    }
    watcher.solana.skipSlots();
    await watcher.expectAllCredited(60_000);
  });
});

/** Returns the previous response each time: valid in itself, but for another request. */
function mixedUp() {
  let previous: unknown = null;
  return (_: string, result: unknown) => {
    const response = previous ?? result;
    previous = result;
    return response;
  };
}
