import { creditDeposit, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { claimDeposits, getDepositSettings } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import type { Keypair } from '@solana/web3.js';
import { setTimeout } from 'node:timers/promises';
import { coldStorage } from '../src/cli/cold-storage-command.js';
import { markUnclaimed } from '../src/deposits/deposits.queries.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const LIKE = 1_000_000n;
const NANO = 1000n;
/** More than the longest pause after scans in vain, which a busy machine causes. */
const COMPARED_WITHIN_MS = 75_000;

describe('deposits and the ledger', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;
  let healthPort: number;

  beforeEach(async () => {
    healthPort = await freePort();
    watcher = await WatcherUnderTest.start({
      endpoints: 2,
      variables: { HEALTH_PORT: String(healthPort) },
      constants: { reconcileIntervalMs: 50 },
    });
    member = await watcher.newMember();
    wallet = watcher.newWallet();
  });
  afterEach(() => watcher.stop());

  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const expectDifferences = (ledger: number, reserve: number) =>
    eventually(
      async () =>
        expect([
          await metric('likewell_deposits_ledger_difference_like'),
          await metric('likewell_reserve_difference_like'),
        ]).toEqual([ledger, reserve]),
      COMPARED_WITHIN_MS,
    );
  const credited = async (like: bigint) => {
    const before = (await watcher.states()).credited ?? 0;
    watcher.deposit(wallet, like * LIKE, member.memo);
    watcher.solana.skipSlots();
    await eventually(async () => expect((await watcher.states()).credited).toBe(before + 1));
  };

  /** Makes all deposits due. An attempt in progress that failed may put one off again. */
  const makeDue = () => watcher.owner.query('UPDATE deposit SET due_at = now()');

  it('a deposit is told again within 30 s of an outage, however long that was', async () => {
    await watcher.ledgerService.replica.stop();
    watcher.deposit(wallet, 5n * LIKE, member.memo);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await watcher.states()).toEqual({ judged: 1 }));
    // The state after hours of an outage.
    await watcher.owner.query('UPDATE deposit SET attempts = 20, due_at = now()');
    const waits = async () => {
      const { rows } = await watcher.owner.query<{ attempts: number; wait: number }>(
        'SELECT attempts, extract(epoch FROM due_at - now())::float8 AS wait FROM deposit',
      );
      return rows[0];
    };
    await eventually(async () => expect((await waits())?.attempts).toBe(21));
    // The pause of the polling worker, of 15 s at most, is added to it.
    expect((await waits())?.wait).toBeLessThanOrEqual(15);
    await watcher.ledgerService.addReplica();
    await eventually(async () => {
      await makeDue();
      expect(await watcher.gained(member)).toBe(5n * LIKE * NANO);
    });
  });

  /** A member whose deposits the ledger does not accept before they have an account. */
  const withoutAccount = async (): Promise<Member> => {
    const id = watcher.ledger.newId();
    const { memo } = await watcher.bus.call(getDepositSettings, { memberId: id });
    return { id, memo };
  };
  const openAccountOf = ({ id }: Member) => watcher.bus.call(openAccount, { memberId: id, referrerId: null });

  it('a deposit is not called credited before the ledger has it', async () => {
    const late = await withoutAccount();
    const signature = watcher.deposit(wallet, 5n * LIKE, late.memo);
    watcher.solana.skipSlots();
    const report = watcher.report(late, signature);
    await eventually(async () => expect(await watcher.states()).toEqual({ judged: 1 }));
    // Time for an attempt that the report itself makes, which must not end it.
    await Promise.race([report, setTimeout(1500)]);
    await openAccountOf(late);
    // Includes the bonus of the new account.
    expect(await report).toEqual({ state: 'credited', balanceNano: 105n * LIKE * NANO });
  });

  it('a claim stands while the ledger is away, and says all but the balance', async () => {
    watcher.deposit(wallet, 5n * LIKE);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await watcher.states()).toEqual({ unclaimed: 1 }));
    const proof = await watcher.prove(member, wallet, 'claim');
    await watcher.ledgerService.replica.stop();
    const claimed = { claimed: 1, claimedNano: 5n * LIKE * NANO };
    expect(await watcher.bus.call(claimDeposits, proof)).toEqual({ ...claimed, balanceNano: null });
    expect(await watcher.bus.call(claimDeposits, proof)).toEqual({ ...claimed, balanceNano: null });
    await watcher.ledgerService.addReplica();
    expect(await watcher.bus.call(claimDeposits, proof)).toMatchObject(claimed);
    expect(await watcher.claim(member, wallet)).toMatchObject(claimed);
    await eventually(async () => expect(await watcher.gained(member)).toBe(5n * LIKE * NANO), 60_000);
  });

  it('a deposit that was claimed stays so when a late replica notes that the ledger has it', async () => {
    const signature = watcher.deposit(wallet, LIKE);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await watcher.states()).toEqual({ unclaimed: 1 }));
    await watcher.claim(member, wallet);
    await eventually(async () => expect(await watcher.states()).toEqual({ claimed: 1 }));
    await watcher.operate(async (database) => {
      await database.transaction((tx) => markUnclaimed(tx, [{ signature, memberId: null }]));
      return '';
    });
    expect(await watcher.states()).toEqual({ claimed: 1 });
  });

  it('a signature that is forgotten leaves a line and a count', async () => {
    await watcher.owner.query(
      `INSERT INTO deposit (signature, slot, state, attempts) VALUES (decode(repeat('07', 64), 'hex'), 1, 'seen', 20)`,
    );
    await eventually(async () => expect(await metric('likewell_deposits_forgotten_total')).toBe(1));
    expect(await watcher.states()).toEqual({});
  });

  it('that wait are seen while nobody can see the mint, and nobody says that they were compared', async () => {
    await watcher.service.replica.stop();
    await watcher.owner.query(
      `INSERT INTO deposit (signature, slot, state, created_at)
       VALUES (decode(repeat('07', 64), 'hex'), 1, 'seen', now() - interval '20 minutes')`,
    );
    await watcher.addReplica({ SOLANA_RPC_URLS: 'http://127.0.0.1:1' }, { reconcileIntervalMs: 50 });
    await eventually(async () =>
      expect(await metric('likewell_deposits_oldest_seconds')).toBeGreaterThan(1199),
    );
    // One that was found while the clock of Postgres was wrong is not concealed by the others.
    await watcher.owner.query(
      `INSERT INTO deposit (signature, slot, state, created_at)
       VALUES (decode(repeat('08', 64), 'hex'), 1, 'seen', now() + interval '2 hours')`,
    );
    await eventually(async () =>
      expect(await metric('likewell_deposits_oldest_seconds')).toBeLessThan(-7000),
    );
    expect(await metric('likewell_deposits_reconciled_timestamp_seconds')).toBeNaN();
  });

  it('that one node alone does not show in our account are a difference', async () => {
    await credited(5n);
    await expectDifferences(0, 0);
    const [, liar] = watcher.endpoints;
    const nothing = (_: string, result: unknown) => ({ ...(result as object), value: [null] });
    liar?.setFaults({ methods: ['getMultipleAccounts'], rewrite: nothing });
    await expectDifferences(0, -5);
    liar?.setFaults({ methods: ['getMultipleAccounts'], response: 500 });
    await expectDifferences(0, 0);
  });

  it('are no difference while they are under way, or moved to cold storage and back', async () => {
    await credited(5n);
    await expectDifferences(0, 0);
    const cold = watcher.newWallet(100);
    watcher.solana.skipSlots();
    await watcher.operate(coldStorage, 'do=declare', `wallet=${cold.publicKey.toBase58()}`);
    const to = watcher.tokenAccountOf(cold.publicKey);
    watcher.send([watcher.transfer(watcher.receiver, 4n * LIKE, to)], watcher.receiver);
    await credited(1n);
    await expectDifferences(0, 0);
    watcher.send([watcher.transfer(cold, 3n * LIKE)], cold);
    await credited(2n);
    await expectDifferences(0, 0);
    // A round reads the books first, so the chain may already show what only the next round's books include.
    for (const side of ['on_chain', 'booked'])
      await eventually(async () => expect(await metric(`likewell_reserve_${side}_like`)).toBe(8));
  });

  it('are no difference while the ledger does not take one of them', async () => {
    await credited(5n);
    // From here on there is the time of a comparison.
    await expectDifferences(0, 0);
    const late = await withoutAccount();
    watcher.deposit(wallet, 3n * LIKE, late.memo);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await watcher.states()).toEqual({ credited: 1, judged: 1 }));
    for (let round = 0; round < 3; round += 1) {
      const before = await metric('likewell_deposits_reconciled_timestamp_seconds');
      await eventually(async () =>
        expect(await metric('likewell_deposits_reconciled_timestamp_seconds')).toBeGreaterThan(before),
      );
    }
    expect(await metric('likewell_deposits_ledger_difference_like')).toBe(0);
    await openAccountOf(late);
    await eventually(async () => {
      await makeDue();
      expect(await watcher.gained(late)).toBe(3n * LIKE * NANO);
    });
    await expectDifferences(0, 0);
  });

  it('differ when LIKE has left our accounts', async () => {
    await credited(5n);
    const to = watcher.tokenAccountOf(wallet.publicKey);
    watcher.send([watcher.transfer(watcher.receiver, 2n * LIKE, to)], watcher.receiver);
    watcher.solana.skipSlots();
    await expectDifferences(0, -2);
  });

  it('differ when LIKE has arrived and is not booked', async () => {
    await credited(5n);
    const rewrite = (_: string, result: unknown) => (Array.isArray(result) ? [] : result);
    for (const endpoint of watcher.endpoints)
      endpoint.setFaults({ methods: ['getSignaturesForAddress'], rewrite });
    watcher.deposit(wallet, 3n * LIKE);
    watcher.solana.skipSlots();
    await expectDifferences(0, 3);
    // Both: after each walk in vain the pause doubles.
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await expectDifferences(0, 0);
  });

  it('differ by what anybody sends to cold storage, until an operator accepts just that', async () => {
    await credited(5n);
    const cold = watcher.newWallet(100);
    watcher.solana.skipSlots();
    const words = [`wallet=${cold.publicKey.toBase58()}`];
    const accept = (...more: string[]) => watcher.operate(coldStorage, 'do=accept', ...words, ...more);
    await expect(accept()).rejects.toThrow(/nothing beyond the deposits/);
    await watcher.operate(coldStorage, 'do=declare', ...words);
    await expectDifferences(0, 0);
    watcher.send([watcher.transfer(wallet, 1n, watcher.tokenAccountOf(cold.publicKey))], wallet);
    watcher.solana.skipSlots();
    await expectDifferences(0, 0.000001);

    const asked = /^Our accounts hold 0\.000001 LIKE beyond the deposits\..* amount=0\.000001$/;
    await expect(accept()).rejects.toThrow(asked);
    await expect(accept('amount=0.000002')).rejects.toThrow(asked);
    const stranger = `wallet=${wallet.publicKey.toBase58()}`;
    await expect(watcher.operate(coldStorage, 'do=accept', stranger, 'amount=0.000001')).rejects.toThrow(
      /is no cold storage/,
    );
    expect(await accept('amount=0.000001')).toMatch(/^0\.000001 LIKE more/);
    await expectDifferences(0, 0);
    expect(await watcher.operate(coldStorage, 'do=list')).toMatch(/100\.000001 LIKE of it none/);
    await expect(accept('amount=0.000001')).rejects.toThrow(/nothing beyond the deposits/);

    // What is a deposit and not booked is a difference as before, and is not accepted once it is found.
    const rewrite = (_: string, result: unknown) => (Array.isArray(result) ? [] : result);
    const find = (faults: object) => {
      for (const endpoint of watcher.endpoints) endpoint.setFaults(faults);
    };
    find({ methods: ['getSignaturesForAddress'], rewrite });
    watcher.deposit(wallet, 3n * LIKE);
    watcher.solana.skipSlots();
    await expectDifferences(0, 3);
    find({ methods: ['getTransaction'], response: 503 });
    await eventually(async () => expect((await watcher.states()).seen).toBe(1), COMPARED_WITHIN_MS);
    await expect(accept('amount=3')).rejects.toThrow(/not judged yet: 1\./);
    find({});
    await makeDue();
    await expectDifferences(0, 0);
  });

  it('differ when the ledger has what was never found, or lacks what it was told', async () => {
    await credited(5n);
    await expectDifferences(0, 0);
    await watcher.ledger.bus.call(creditDeposit, {
      signature: 'never-found',
      memberId: null,
      amountNano: 2n * LIKE * NANO,
    });
    await expectDifferences(2, 0);
    await watcher.owner.query('UPDATE deposit SET amount = amount + 3000000000::bigint');
    await expectDifferences(-1, -3);
  });
});
