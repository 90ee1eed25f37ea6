import { eventually } from '@likewell/testing/eventually';
import { createAssociatedTokenAccountIdempotentInstruction } from '@solana/spl-token';
import { Keypair, type TransactionInstruction } from '@solana/web3.js';
import { coldStorage } from '../src/cli/cold-storage-command.js';
import { receivingAccounts } from '../src/cli/receiving-accounts-command.js';
import { signatureHex } from '../src/deposits/signature.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const LIKE = 1_000_000n;
const NANO = 1000n;

describe('our own token accounts', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;
  /** Another wallet of ours. */
  let next: Keypair;

  beforeEach(async () => {
    watcher = await WatcherUnderTest.start({ endpoints: 2 });
    member = await watcher.newMember();
    wallet = watcher.newWallet();
    next = Keypair.generate();
    watcher.solana.airdrop(next.publicKey.toBase58(), 10_000_000_000n);
    await eventually(async () => expect(await listed()).toEqual([watcher.account.toBase58()]));
  });
  afterEach(() => watcher.stop());

  const listed = async () => {
    const { rows } = await watcher.owner.query<{ account: string }>(
      'SELECT account FROM receiving_account ORDER BY added_at',
    );
    return rows.map(({ account }) => account);
  };
  const nextAccount = () => watcher.tokenAccountOf(next.publicKey);
  const open = (owner: Keypair) =>
    createAssociatedTokenAccountIdempotentInstruction(
      wallet.publicKey,
      watcher.tokenAccountOf(owner.publicKey),
      owner.publicKey,
      watcher.mint,
    );
  const moveOn = () => watcher.addReplica({ RECEIVING_WALLET: next.publicKey.toBase58() });
  const send = (...instructions: TransactionInstruction[]) => {
    const signature = watcher.send(
      [watcher.openAccount(wallet), open(next), ...instructions, watcher.memo(member.memo)],
      wallet,
    );
    watcher.solana.skipSlots();
    return signature;
  };
  const expectGained = (like: bigint) =>
    eventually(async () => expect(await watcher.gained(member)).toBe(like * LIKE * NANO));
  const stateOf = async (signature: string) => {
    const { rows } = await watcher.owner.query<{ state: string; amount: string | null; sources: string[] }>(
      `SELECT state, amount, sources FROM deposit WHERE signature = decode($1, 'hex')`,
      [signatureHex(signature)],
    );
    return rows[0];
  };

  it('credit a deposit that was seen and not judged when the receiving wallet is changed', async () => {
    for (const endpoint of watcher.endpoints)
      endpoint.setFaults({ methods: ['getTransaction'], response: 503 });
    send(watcher.transfer(wallet, 5n * LIKE));
    await eventually(async () => expect(await watcher.states()).toEqual({ seen: 1 }));
    await watcher.service.replica.stop();
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await moveOn();
    await expectGained(5n);
    await eventually(async () => expect(await watcher.states()).toEqual({ credited: 1 }));
  });

  it('are all scanned, whichever of them a replica was told of', async () => {
    const replica = await moveOn();
    await eventually(async () => expect(await listed()).toHaveLength(2));
    send(watcher.transfer(wallet, 1n * LIKE));
    send(watcher.transfer(wallet, 2n * LIKE, nextAccount()));
    await expectGained(3n);
    await replica.stop();
    // And with the new replica gone, and its wallet with it.
    send(watcher.transfer(wallet, 4n * LIKE, nextAccount()));
    await expectGained(7n);
    const reached = `SELECT FROM scan JOIN deposit ON signature = cursor WHERE account = $1`;
    for (const account of [watcher.account, nextAccount()])
      await eventually(async () =>
        expect((await watcher.owner.query(reached, [account.toBase58()])).rowCount).toBe(1),
      );
  });

  it('are current one at a time, also when the configuration goes back', async () => {
    const current = async () => {
      const { rows } = await watcher.owner.query('SELECT account FROM receiving_account WHERE until IS NULL');
      return rows.map(({ account }) => account as string);
    };
    const first = watcher.account.toBase58();
    expect(await current()).toEqual([first]);
    await moveOn();
    await eventually(async () => expect(await current()).toEqual([nextAccount().toBase58()]));
    await watcher.addReplica();
    await eventually(async () => expect(await current()).toEqual([first]));
    send(watcher.transfer(wallet, 2n * LIKE, nextAccount()), watcher.transfer(wallet, 1n * LIKE));
    await expectGained(3n);
  });

  it('gain nothing by what moves between them', async () => {
    await moveOn();
    await eventually(async () => expect(await listed()).toHaveLength(2));
    send(watcher.transfer(wallet, 5n * LIKE));
    await expectGained(5n);
    const move = watcher.transfer(watcher.receiver, 5n * LIKE, nextAccount());
    const moved = watcher.send([move, watcher.memo(member.memo)], watcher.receiver);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await stateOf(moved)).toMatchObject({ state: 'nothing' }));
    expect(await watcher.gained(member)).toBe(5n * LIKE * NANO);
  });

  it('make a verdict of nothing again when one of them was not listed then', async () => {
    const signature = send(watcher.transfer(wallet, 5n * LIKE, nextAccount()));
    await eventually(async () => expect(await stateOf(signature)).toMatchObject({ state: 'nothing' }));
    await moveOn();
    await expectGained(5n);
    expect((await watcher.report(member, signature)).state).toBe('credited');
  });

  it('make it again at once for a report', async () => {
    const signature = send(watcher.transfer(wallet, 5n * LIKE, nextAccount()));
    await eventually(async () => expect(await stateOf(signature)).toMatchObject({ state: 'nothing' }));
    for (const endpoint of watcher.endpoints) {
      const rewrite = (_: string, result: unknown) => (Array.isArray(result) ? [] : result);
      endpoint.setFaults({ methods: ['getSignaturesForAddress'], rewrite });
    }
    await expect(watcher.report(member, signature)).rejects.toMatchObject({ code: 'NOTHING_RECEIVED' });
    await moveOn();
    await eventually(async () => expect(await listed()).toHaveLength(2));
    expect((await watcher.report(member, signature)).state).toBe('credited');
    expect(await watcher.gained(member)).toBe(5n * LIKE * NANO);
  });

  it('make it again once where nobody knows what it was judged by', async () => {
    for (const endpoint of watcher.endpoints) {
      const rewrite = (_: string, result: unknown) => (Array.isArray(result) ? [] : result);
      endpoint.setFaults({ methods: ['getSignaturesForAddress'], rewrite });
    }
    const signature = watcher.deposit(wallet, 5n * LIKE, member.memo);
    const other = watcher.send([watcher.memo('of no interest')], wallet);
    watcher.solana.skipSlots();
    await watcher.owner.query(
      `INSERT INTO deposit (signature, slot, state, settled_at)
       SELECT decode(hex, 'hex'), 1, 'nothing', now() FROM unnest($1::text[]) AS hex`,
      [[signatureHex(signature), signatureHex(other)]],
    );
    await expectGained(5n);
    await eventually(async () => expect(await stateOf(other)).toMatchObject({ state: 'nothing' }));
    const { rows } = await watcher.owner.query(`SELECT FROM deposit WHERE judged_under IS NULL`);
    expect(rows).toEqual([]);
  });

  it('do not judge what was credited again, whatever they become', async () => {
    const signature = send(
      watcher.transfer(wallet, 5n * LIKE),
      watcher.transfer(wallet, 2n * LIKE, nextAccount()),
    );
    await expectGained(5n);
    await moveOn();
    await eventually(async () =>
      expect((await watcher.owner.query('SELECT FROM scan WHERE cursor IS NOT NULL')).rowCount).toBe(2),
    );
    expect((await watcher.report(member, signature)).state).toBe('credited');
    expect(await stateOf(signature)).toMatchObject({ state: 'credited', amount: String(5n * LIKE * NANO) });
    expect(await watcher.gained(member)).toBe(5n * LIKE * NANO);
  });

  it('store no verdict by a list that has changed while the chain was asked', async () => {
    watcher.solana.setFaults({ methods: ['getTransaction'], delayMs: 2000 });
    send(watcher.transfer(wallet, 3n * LIKE), watcher.transfer(wallet, 2n * LIKE, nextAccount()));
    const taken = `SELECT FROM deposit WHERE state = 'seen' AND due_at > now() + interval '10 seconds'`;
    await eventually(async () => expect((await watcher.owner.query(taken)).rowCount).toBe(1));
    await watcher.operate(receivingAccounts, 'do=add', `wallet=${next.publicKey.toBase58()}`);
    watcher.solana.setFaults({});
    await expectGained(5n);
  });

  it('that are closed are scanned no more, and what they held is no deposit when it moves on', async () => {
    const first = watcher.account.toBase58();
    await expect(watcher.operate(receivingAccounts, 'do=close', `account=${first}`)).rejects.toThrow(
      /RECEIVING_WALLET/,
    );
    send(watcher.transfer(wallet, 5n * LIKE));
    await expectGained(5n);
    await moveOn();
    await eventually(async () => expect(await listed()).toHaveLength(2));
    await watcher.operate(receivingAccounts, 'do=close', `account=${first}`);
    expect(await watcher.operate(receivingAccounts, 'do=list')).toMatch(new RegExp(`${first}.*closed`));

    const late = send(watcher.transfer(wallet, 7n * LIKE));
    await expect(watcher.report(member, late)).rejects.toMatchObject({ code: 'NOTHING_RECEIVED' });
    const move = watcher.transfer(watcher.receiver, 5n * LIKE, nextAccount());
    const moved = watcher.send([move, watcher.memo(member.memo)], watcher.receiver);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await stateOf(moved)).toMatchObject({ state: 'nothing' }));
    send(watcher.transfer(wallet, 1n * LIKE, nextAccount()));
    await expectGained(6n);
    await expect(watcher.report(member, late)).rejects.toMatchObject({ code: 'NOTHING_RECEIVED' });

    // Until an operator opens it again: then what came in the meantime is a deposit.
    await watcher.operate(receivingAccounts, 'do=add', `wallet=${watcher.receiver.publicKey.toBase58()}`);
    await expectGained(13n);
  });

  it('in cold storage send back what is no deposit, and no part of one', async () => {
    const cold = watcher.newWallet(100);
    watcher.solana.skipSlots();
    const words = [`wallet=${cold.publicKey.toBase58()}`];
    expect(await watcher.operate(coldStorage, 'do=declare', ...words)).toMatch(/100 LIKE/);
    const back = watcher.send([watcher.openAccount(cold), watcher.transfer(cold, 40n * LIKE)], cold);
    const both = watcher.send(
      [watcher.transfer(cold, 9n * LIKE), watcher.transfer(wallet, 5n * LIKE)],
      wallet,
      cold,
    );
    watcher.solana.skipSlots();
    await eventually(async () => expect(await watcher.states()).toEqual({ nothing: 1, unclaimed: 1 }));
    expect(await stateOf(back)).toMatchObject({ state: 'nothing' });
    // And whoever sent the rest is its only source.
    const fromMember = { amount: String(5n * LIKE * NANO), sources: [wallet.publicKey.toBase58()] };
    expect(await stateOf(both)).toMatchObject(fromMember);
    expect(await watcher.ledger.systemBalance('unclaimed')).toBe(5n * LIKE * NANO);

    expect(await watcher.operate(coldStorage, 'do=list')).toContain(cold.publicKey.toBase58());
    await watcher.operate(coldStorage, 'do=remove', ...words);
    expect(await watcher.operate(coldStorage, 'do=list')).toMatch(/No cold storage/);
    // From now on it is somebody's wallet, and what was nothing is judged again.
    await expect(watcher.report(member, back)).rejects.toMatchObject({ code: 'DEPOSIT_UNCLAIMED' });
  });

  it.each(['do=nothing', 'do=close', 'do=close account=x', 'do=add'])(
    'are left alone by a command of %j',
    async (words) => {
      await expect(watcher.operate(receivingAccounts, ...words.split(' '))).rejects.toThrow(
        /do=|account=|wallet=|address/,
      );
    },
  );
});
