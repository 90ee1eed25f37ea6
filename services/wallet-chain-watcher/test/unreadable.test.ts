import { eventually } from '@likewell/testing/eventually';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Keypair } from '@solana/web3.js';
import { freePort } from '@likewell/testing/spawn-server';
import type { ChainTransaction } from '../src/solana/chain-transaction.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

/** The largest addition that a program can make to a response: 64 inner instructions of 10 KiB each, in base58. */
const GIANT = '1'.repeat(700_000);
const NEIGHBOURS = 24;
const TIMEOUT_MS = 10_000;
/** Time for a busy machine to write and read several responses of megabytes. */
const GIANTS_MS = 50_000;
const AMOUNT = 5_000_000n;

describe('a deposit whose neighbours on the chain', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;
  let healthPort: number;
  /** Chain transactions that were requested, in batches or singly. */
  let asked: string[];

  beforeEach(async () => {
    watcher = await WatcherUnderTest.start();
    member = await watcher.newMember();
    wallet = watcher.newWallet();
    healthPort = await freePort();
    asked = [];
    await watcher.service.replica.stop();
  });
  afterEach(() => watcher.stop());

  const begin = () =>
    watcher.addReplica(
      { SOLANA_TIMEOUT_MS: String(TIMEOUT_MS), HEALTH_PORT: String(healthPort) },
      { reconcileIntervalMs: 100 },
    );
  /** Makes the endpoint respond with the result of `spoil` for the neighbours. */
  const spoil = (neighbours: ReadonlySet<string>, how: (result: { meta: object }) => unknown) =>
    watcher.solana.setFaults({
      methods: ['getTransaction'],
      rewrite: (_, result, [signature]) => {
        asked.push(String(signature));
        return neighbours.has(String(signature)) && result ? how(result as { meta: object }) : result;
      },
    });
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const unreadable = async () => {
    const { rows } = await watcher.owner.query<{ times: number; wait: number }>(
      `SELECT unreadable_times AS times, extract(epoch FROM due_at - now())::float8 AS wait
       FROM deposit WHERE state = 'seen'`,
    );
    return rows;
  };

  it('make a response of more than 16 MiB is credited all the same', async () => {
    const giants = new Set<string>();
    for (let index = 0; index < NEIGHBOURS; index += 1)
      giants.add(watcher.deposit(wallet, BigInt(index + 1)));
    watcher.deposit(wallet, AMOUNT, member.memo);
    watcher.solana.skipSlots();
    spoil(giants, (reply) => {
      const instruction = { programIdIndex: 0, data: GIANT, accounts: [], stackHeight: 2 };
      const innerInstructions = [{ index: 0, instructions: [instruction] }];
      return { ...reply, meta: { ...reply.meta, innerInstructions } };
    });
    await begin();
    await eventually(async () => expect(await watcher.gained(member)).toBe(AMOUNT * 1000n), GIANTS_MS);
    // The neighbours are settled too.
    await eventually(
      async () => expect(await watcher.states()).toEqual({ credited: 1, unclaimed: NEIGHBOURS }),
      GIANTS_MS,
    );
  });

  it('tell of more LIKE than there is is credited, and these wait for an operator, who is told', async () => {
    const bad = watcher.deposit(wallet, 1n);
    watcher.deposit(wallet, AMOUNT, member.memo);
    watcher.solana.skipSlots();
    spoil(new Set([bad]), (reply) => {
      const lie = structuredClone(reply) as { meta: Pick<ChainTransaction['meta'], 'postTokenBalances'> };
      for (const { uiTokenAmount } of lie.meta.postTokenBalances)
        uiTokenAmount.amount = String(2n ** 64n - 1n);
      return lie;
    });
    await begin();
    await eventually(async () => expect(await watcher.states()).toEqual({ seen: 1, credited: 1 }));
    expect(await metric('likewell_solana_disagreements_total')).toBeGreaterThan(0);
    await eventually(async () => expect(await metric('likewell_reserve_difference_like')).toBe(0.000001));
    await eventually(async () => expect(await metric('likewell_deposits_oldest_seconds')).toBeGreaterThan(0));
    // Nothing is lost.
    watcher.solana.setFaults({});
    await watcher.owner.query(`UPDATE deposit SET due_at = now() WHERE state = 'seen'`);
    await watcher.expectAllCredited();
  });

  it.each<[string, (result: object) => unknown]>([
    ['never parse', () => ({ slot: 'none' })],
    ['have no result', () => undefined],
  ])('%s is credited, and these are set aside and looked at ever more seldom', async (_, how) => {
    const bad = watcher.deposit(wallet, 1n);
    watcher.deposit(wallet, AMOUNT, member.memo);
    watcher.solana.skipSlots();
    spoil(new Set([bad]), how);
    await begin();
    await eventually(async () => expect(await watcher.gained(member)).toBe(AMOUNT * 1000n));
    await eventually(async () => expect((await unreadable())[0]?.times).toBeGreaterThanOrEqual(1));
    await eventually(async () => expect(await metric('likewell_deposits_unreadable')).toBe(1));
    // The delay doubles up to an hour. It grows only beside a readable one: both become due in one commit,
    // otherwise this one may be looked at alone. The trigger locks the table first, before any row: an attempt
    // in progress may hold both.
    await watcher.owner.query(`
      CREATE FUNCTION due_too() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE deposit SET due_at = now() WHERE unreadable_times = 30; RETURN NULL; END $$;
      CREATE TRIGGER due_too AFTER INSERT ON deposit EXECUTE FUNCTION due_too();
      UPDATE deposit SET unreadable_times = 30, due_at = now() + interval '1 hour' WHERE state = 'seen'`);
    watcher.deposit(wallet, 2n, member.memo);
    watcher.solana.skipSlots();
    await eventually(async () => {
      const [row] = await unreadable();
      expect(row?.times).toBeGreaterThan(30);
      expect(row?.wait).toBeGreaterThan(3000);
      expect(row?.wait).toBeLessThanOrEqual(3600);
    });
    await watcher.owner.query('DROP FUNCTION due_too CASCADE');
    // Nothing is lost: once it can be read, it is judged.
    watcher.solana.setFaults({});
    await watcher.owner.query(`UPDATE deposit SET due_at = now() WHERE state = 'seen'`);
    await watcher.expectAllCredited();
    await eventually(async () => expect(await metric('likewell_deposits_unreadable')).toBe(0));
  });

  describe('never come to an end:', () => {
    let door: Server;
    let hanging: ReadonlySet<string>;
    /** Number of calls in each request that got no response. */
    let hung: number[];

    beforeEach(async () => {
      [hanging, hung] = [new Set(), []];
      door = createServer((request, response) => {
        const pass = async () => {
          let body = '';
          for await (const chunk of request) body += String(chunk);
          const calls = body.split('"getTransaction"').length - 1;
          if (calls > 0 && [...hanging].some((signature) => body.includes(signature))) {
            hung.push(calls);
            return;
          }
          const headers = { 'content-type': 'application/json' };
          const reply = await fetch(watcher.solana.url, { method: 'POST', headers, body });
          response.writeHead(reply.status, headers).end(await reply.text());
        };
        // A request may be given up while it is read, and the chain may be gone when it is passed on.
        pass().catch(() => response.destroy());
      });
      door.listen(0, '127.0.0.1');
      await once(door, 'listening');
    });
    afterEach(() => {
      door.closeAllConnections();
      door.close();
    });
    const beginBehindDoor = () =>
      watcher.addReplica(
        {
          SOLANA_RPC_URLS: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
          SOLANA_TIMEOUT_MS: '500',
          HEALTH_PORT: String(healthPort),
        },
        { reconcileIntervalMs: 100 },
      );

    it('the others are credited, and the breaker stays closed', async () => {
      hanging = new Set([watcher.deposit(wallet, 1n)]);
      for (let index = 0; index < NEIGHBOURS; index += 1)
        watcher.deposit(wallet, BigInt(index + 2), member.memo);
      watcher.solana.skipSlots();
      await beginBehindDoor();
      await eventually(async () => expect(await watcher.states()).toEqual({ seen: 1, credited: NEIGHBOURS }));
      await eventually(async () => expect(await metric('likewell_deposits_unreadable')).toBe(1));
      // Split in halves down to single calls, each asked once.
      expect(hung.slice(0, 2)).toEqual([NEIGHBOURS + 1, expect.any(Number)]);
      expect(hung).toContain(1);
      const before = await watcher.gained(member);
      watcher.deposit(wallet, AMOUNT, member.memo);
      watcher.solana.skipSlots();
      await eventually(async () => expect(await watcher.gained(member)).toBe(before + AMOUNT * 1000n));
      hanging = new Set();
      await watcher.owner.query(`UPDATE deposit SET due_at = now() WHERE state = 'seen'`);
      await watcher.expectAllCredited();
    });

    it('when all do, the endpoint is down: it is asked little, and nothing is set aside', async () => {
      const sent = Array.from({ length: NEIGHBOURS + 1 }, (_, index) =>
        watcher.deposit(wallet, BigInt(index + 1), member.memo),
      );
      hanging = new Set(sent);
      watcher.solana.skipSlots();
      await beginBehindDoor();
      await eventually(() => expect(hung.length).toBeGreaterThan(6));
      // The whole and two halves; then smaller batches, of which the last one has a single call. Requests that
      // are made together arrive in any order.
      expect([hung[0], ...hung.slice(1, 3).sort()]).toEqual([25, 12, 13]);
      expect(Math.max(...hung.slice(3))).toBeLessThanOrEqual(6);
      expect(hung.slice(3, 7).filter((calls) => calls === 1).length).toBeLessThanOrEqual(1);
      expect((await unreadable()).every(({ times }) => times === 0)).toBe(true);
      hanging = new Set();
      await watcher.expectAllCredited();
    });
  });
});
