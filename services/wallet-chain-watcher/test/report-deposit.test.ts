import { creditDeposit, getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { reportDeposit } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

/** Well above the five seconds after which a signature is unknown. */
const WAIT_MS = 12_000;
const newSignature = () => bs58.encode(randomBytes(64));

describe('a reported deposit', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;
  /** Number of calls to the chain, by method. */
  let calls: Record<string, number>;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start({
      variables: { SCAN_INTERVAL_MS: '600000' },
      // No reconciliation asks the chain in the middle of a test that counts calls.
      constants: { depositWaitMs: WAIT_MS, reconcileIntervalMs: 3_600_000 },
    });
    member = await watcher.newMember();
    wallet = watcher.newWallet(100_000);
  });
  afterAll(() => watcher.stop());
  const counted = (method: string, result: unknown) => {
    calls[method] = (calls[method] ?? 0) + 1;
    return result;
  };
  beforeEach(() => {
    calls = {};
    watcher.solana.setFaults({ rewrite: counted });
  });
  /** Reports with the timeout that the contract gives its callers. */
  const reportInTime = (signature: string) =>
    watcher.bus.client.call(reportDeposit, { memberId: member.id, signature });

  it('is answered with the new balance as soon as it is final', async () => {
    const before = await watcher.ledger.balance(member.id);
    const { state, balanceNano } = await watcher.report(
      member,
      watcher.deposit(wallet, 5_000_000n, member.memo),
    );
    expect(state).toBe('credited');
    expect(balanceNano).toBe(before + 5_000_000_000n);
  });

  it('is answered with what the ledger tells with the credit, without asking for the balance', async () => {
    const before = await watcher.ledger.balance(member.id);
    let asked = 0;
    const overheard = watcher.bus.nats.connection.subscribe(getBalance.subject, {
      callback: () => {
        asked += 1;
      },
    });
    const report = () => watcher.report(member, signature);
    const signature = watcher.deposit(wallet, 2_000_000n, member.memo);
    expect((await report()).balanceNano).toBe(before + 2_000_000_000n);
    expect(asked).toBe(0);
    await report();
    overheard.unsubscribe();
    expect(asked).toBe(1);
  });

  it('answers the same again, and asks the chain no more', async () => {
    const signature = watcher.deposit(wallet, 1_000_000n, member.memo);
    const first = await watcher.report(member, signature);
    calls = {};
    expect(await watcher.report(member, signature)).toEqual(first);
    expect(calls).toEqual({});
  });

  it('may be reported before the transaction is sent', async () => {
    const prepared = watcher.deposit(wallet, 3n, member.memo);
    // The chain gets it after it was asked for it.
    watcher.solana.setFaults({ vanish: (signature) => signature === prepared, rewrite: counted });
    const report = watcher.report(member, prepared);
    await eventually(() => expect(calls.getSignatureStatuses).toBeGreaterThan(2));
    watcher.solana.setFaults({});
    expect((await report).state).toBe('credited');
  });

  it('shares one poll with all others that wait', async () => {
    const signatures = Array.from({ length: 40 }, (_, index) =>
      watcher.deposit(wallet, BigInt(index + 1), member.memo),
    );
    const startedAt = Date.now();
    await Promise.all(signatures.map((signature) => watcher.report(member, signature)));
    const rounds = (Date.now() - startedAt) / 50 + 2;
    // The first requests and the later ones for signatures that were reported separately are two calls.
    expect(calls.getSignatureStatuses).toBeLessThanOrEqual(2 * rounds);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'deposit'],
    ['63 bytes', bs58.encode(randomBytes(63))],
    ['65 bytes', bs58.encode(randomBytes(65))],
    ['letters that base58 lacks', newSignature().replace(/^./, '0')],
    ['a space before it', ` ${newSignature()}`],
    ['a zero byte within', `${newSignature().slice(0, 40)}\0${newSignature().slice(41)}`],
    ['a one before it', `1${newSignature()}`],
    ['what is much too long', newSignature().repeat(2)],
  ])('that is %s is no signature, and no endpoint is asked', async (_, signature) => {
    await expect(watcher.report(member, signature)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(calls).toEqual({});
  });

  it('that the chain does not know for five seconds is not found', async () => {
    const startedAt = Date.now();
    await expect(reportInTime(newSignature())).rejects.toMatchObject({ code: 'DEPOSIT_NOT_FOUND' });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(4900);
  });

  it('that takes too long answers that it waits, and is credited later', async () => {
    const signature = watcher.deposit(wallet, 9n, member.memo);
    watcher.solana.setFaults({ methods: ['getTransaction'], response: 503 });
    const startedAt = Date.now();
    const before = await watcher.ledger.balance(member.id);
    expect(await reportInTime(signature)).toEqual({ state: 'waiting', balanceNano: before });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(WAIT_MS - 100);
    watcher.solana.setFaults({});
    expect((await watcher.report(member, signature)).state).toBe('credited');
  });

  it('waits through an outage of the chain instead of calling it unknown', async () => {
    const signature = watcher.deposit(wallet, 11n, member.memo);
    watcher.solana.setFaults({ response: 'drop' });
    const report = watcher.report(member, signature);
    await new Promise((resolve) => setTimeout(resolve, 5500));
    watcher.solana.setFaults({});
    expect((await report).state).toMatch(/credited|waiting/);
    expect((await watcher.report(member, signature)).state).toBe('credited');
  });

  it('that is older than what the chain remembers is settled again after a failure', async () => {
    const signature = watcher.deposit(wallet, 13n, member.memo);
    watcher.solana.skipSlots(10_000);
    watcher.solana.setFaults({
      rewrite: (method, result) =>
        counted(method, result) && (method === 'getTransaction' && calls[method] === 1 ? null : result),
    });
    expect((await reportInTime(signature)).state).toBe('credited');
    expect(calls.getTransaction).toBe(2);
  });

  it('is asked about on while somebody sets the clock back', async () => {
    const right = Date.now;
    const signature = newSignature();
    const report = reportInTime(signature).catch((error: unknown) => error);
    await eventually(() => {
      expect(calls.getSignatureStatuses).toBeGreaterThan(0);
    });
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() - 300_000);
    const outcome = await report.finally(() => {
      clock.mockRestore();
    });
    expect(outcome).toMatchObject({ code: 'DEPOSIT_NOT_FOUND' });
  });

  it('belongs to its member, whoever else reports it first', async () => {
    const signature = watcher.deposit(wallet, 21n, member.memo);
    const thief = await watcher.newMember();
    await expect(watcher.report(thief, signature)).rejects.toMatchObject({
      code: 'DEPOSIT_OF_ANOTHER_MEMBER',
    });
    expect((await watcher.report(member, signature)).state).toBe('credited');
    expect(await watcher.gained(thief)).toBe(0n);
  });

  it('leaves no trace of signatures that are no business of ours', async () => {
    const other = Keypair.generate();
    watcher.solana.faucet(other.publicKey.toBase58(), 5);
    const before = await watcher.states();
    const signature = watcher.send([watcher.memo('hello')], wallet);
    await expect(watcher.report(member, signature)).rejects.toMatchObject({ code: 'NOTHING_RECEIVED' });
    expect(await watcher.states()).toEqual(before);
  });

  it('answers at once that it waits when the process ends', async () => {
    // Longer than a replica drains; after that no response can leave it.
    const { replica } = await watcher.addReadyReplica({}, { depositWaitMs: 25_000 });
    watcher.solana.setFaults({
      rewrite: (method, result) => counted(method, method === 'getTransaction' ? null : result),
    });
    const signature = watcher.deposit(wallet, 31n, member.memo);
    await watcher.service.replica.stop();
    const report = reportInTime(signature);
    await eventually(() => expect(calls.getSignatureStatuses).toBeGreaterThan(0));
    const stopped = replica.stop();
    expect((await report).state).toBe('waiting');
    await stopped;
    watcher.solana.setFaults({});
    await watcher.addReadyReplica();
    expect((await watcher.report(member, signature)).state).toBe('credited');
  });

  it('is rejected when too many wait already, and the others go on', async () => {
    const { replica } = await watcher.addReadyReplica({}, { maxWaitingDeposits: 3 });
    const reports = await Promise.allSettled(
      // Enough for both replicas to get some, whatever the distribution.
      Array.from({ length: 48 }, () =>
        watcher.bus.call(reportDeposit, { memberId: member.id, signature: newSignature() }),
      ),
    );
    const codes = reports.map((report) => (report.status === 'rejected' ? report.reason.code : 'none'));
    expect(new Set(codes)).toEqual(new Set(['DEPOSIT_NOT_FOUND', 'OVERLOADED']));
    await replica.stop();
  });
});

it('a report that finds no place to wait is rejected at once with a sentence, and its deposit is credited', async () => {
  const watcher = await WatcherUnderTest.start({ constants: { maxWaitingDeposits: 2 } });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  let waiting = 0;
  const rewrite = (_: string, statuses: unknown, [signatures]: readonly unknown[]) => {
    waiting = (signatures as unknown[]).length;
    return statuses;
  };
  watcher.solana.setFaults({ methods: ['getSignatureStatuses'], rewrite });
  const others = Promise.allSettled([1, 2].map(() => watcher.report(member, newSignature())));
  await eventually(() => expect(waiting).toBe(2));
  const signature = watcher.finalDeposit(wallet, 5_000_000n, member.memo);
  watcher.solana.setFaults({ vanish: (each) => each === signature });
  await expect(watcher.report(member, signature)).rejects.toMatchObject({
    code: 'OVERLOADED',
    kind: 'unavailable',
    message: 'Likewell is very busy right now. Please try again in a moment.',
  });
  // The scan finds it, whoever reports it.
  watcher.solana.setFaults({});
  await eventually(async () => expect(await watcher.gained(member)).toBe(5_000_000_000n));
  const reasons = (await others).map((other) => (other.status === 'rejected' ? other.reason.code : 'none'));
  expect(reasons).toEqual(['DEPOSIT_NOT_FOUND', 'DEPOSIT_NOT_FOUND']);
  expect((await watcher.report(member, signature)).state).toBe('credited');
  await watcher.stop();
});

it('two deposits of a member that the ledger takes together are answered with a balance that has both', async () => {
  const watcher = await WatcherUnderTest.start({
    slotMs: 60_000,
    variables: { SCAN_INTERVAL_MS: '600000' },
  });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  await watcher.ledgerService.replica.stop();
  const [both, one] = [150n, 50n];
  let booked = 0;
  // The first call is booked last.
  watcher.bus.respond(creditDeposit, () => {
    booked += 1;
    return { credited: true, balanceNano: booked === 1 ? both : one, isUnclaimed: false };
  });
  watcher.bus.respond(getBalance, () => ({ balanceNano: both }));
  const signatures = [100n, 50n].map((amount) => watcher.deposit(wallet, amount, member.memo));
  let waiting = 0;
  const rewrite = (_: string, statuses: unknown, [asked]: readonly unknown[]) => {
    waiting = (asked as unknown[]).length;
    return statuses;
  };
  watcher.solana.setFaults({ methods: ['getSignatureStatuses'], rewrite });
  const reports = Promise.all(signatures.map((signature) => watcher.report(member, signature)));
  await eventually(() => expect(waiting).toBe(2));
  watcher.solana.skipSlots();
  const credited = { state: 'credited', balanceNano: both };
  expect(await reports).toEqual([credited, credited]);
  expect(booked).toBe(2);
  await watcher.stop();
});
