import { getDepositSettings } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, type TransactionInstruction } from '@solana/web3.js';
import { coldStorage } from '../src/cli/cold-storage-command.js';
import { receivingAccounts } from '../src/cli/receiving-accounts-command.js';
import { signatureHex } from '../src/solana/signature.js';
import { makeCurrent } from '../src/own-accounts/own-accounts.queries.js';
import { findReserve, type Reserve } from '../src/reconciliation/reserve.queries.js';
import { tokenAccountOf } from '../src/solana/token-account.js';
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
    // An endpoint may respond after an operator's command, however long that takes.
    watcher = await WatcherUnderTest.start({ endpoints: 2, variables: { SOLANA_TIMEOUT_MS: '20000' } });
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
    // The same after the new replica, and its configured wallet, are gone.
    send(watcher.transfer(wallet, 4n * LIKE, nextAccount()));
    await expectGained(7n);
    const reached = `SELECT FROM scan JOIN deposit ON signature = cursor WHERE account = $1`;
    for (const account of [watcher.account, nextAccount()])
      await eventually(async () =>
        expect((await watcher.owner.query(reached, [account.toBase58()])).rowCount).toBe(1),
      );
  });

  const current = async () => {
    const { rows } = await watcher.owner.query<{ account: string }>(
      'SELECT account FROM receiving_account WHERE until IS NULL',
    );
    return rows.map(({ account }) => account);
  };
  /** Starts a replica that is configured with this wallet, waits until it knows the mint, and returns its origin. */
  const startWith = async ({ publicKey }: Keypair) =>
    (await watcher.addReadyReplica({ RECEIVING_WALLET: publicKey.toBase58() })).origin;
  /** Waits until this replica shows 1 when its configured wallet is replaced, 0 when it is not. */
  const expectReplaced = (origin: string, shown: 0 | 1) =>
    eventually(async () => {
      const text = await (await fetch(`${origin}/metrics`)).text();
      expect(Number(/^likewell_receiving_wallet_replaced\S* (\S+)$/m.exec(text)?.[1])).toBe(shown);
    });

  it('are current one at a time, and a restart with an older configuration brings none back', async () => {
    expect(await current()).toEqual([watcher.account.toBase58()]);
    await startWith(next);
    expect(await current()).toEqual([nextAccount().toBase58()]);
    await startWith(watcher.receiver);
    expect(await current()).toEqual([nextAccount().toBase58()]);
    send(watcher.transfer(wallet, 2n * LIKE, nextAccount()), watcher.transfer(wallet, 1n * LIKE));
    await expectGained(3n);
  });

  it('are current again when an operator says so, whatever replicas start then', async () => {
    const back = () =>
      watcher.operate(receivingAccounts, 'do=current', `account=${watcher.account.toBase58()}`);
    await startWith(next);
    expect(await back()).toMatch(/told from now on/);
    await startWith(next);
    expect(await current()).toEqual([watcher.account.toBase58()]);
    await watcher.operate(receivingAccounts, 'do=current', `account=${nextAccount().toBase58()}`);
    await watcher.operate(receivingAccounts, 'do=close', `account=${watcher.account.toBase58()}`);
    await expect(back()).rejects.toThrow(/closed/);
    const stranger = Keypair.generate().publicKey.toBase58();
    await expect(watcher.operate(receivingAccounts, 'do=current', `account=${stranger}`)).rejects.toThrow(
      /no receiving account/,
    );
  });

  it('show operators each replica whose wallet members are not told, until they are', async () => {
    const newer = await startWith(next);
    await expectReplaced(newer, 0);
    const older = await startWith(watcher.receiver);
    await expectReplaced(older, 1);
    await watcher.operate(receivingAccounts, 'do=current', `account=${watcher.account.toBase58()}`);
    await expectReplaced(older, 0);
    await expectReplaced(newer, 1);
  });

  it('that an operator has added before become current by the configuration', async () => {
    await watcher.operate(receivingAccounts, 'do=add', `wallet=${next.publicKey.toBase58()}`);
    expect(await current()).toEqual([watcher.account.toBase58()]);
    await startWith(next);
    expect(await current()).toEqual([nextAccount().toBase58()]);
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
    let respond = (): void => undefined;
    const isChanged = new Promise<void>((resolve) => (respond = resolve));
    watcher.solana.setFaults({ methods: ['getTransaction'], after: isChanged });
    send(watcher.transfer(wallet, 3n * LIKE), watcher.transfer(wallet, 2n * LIKE, nextAccount()));
    const taken = `SELECT FROM deposit WHERE state = 'seen' AND due_at > now() + interval '10 seconds'`;
    await eventually(async () => expect((await watcher.owner.query(taken)).rowCount).toBe(1));
    await watcher.operate(receivingAccounts, 'do=add', `wallet=${next.publicKey.toBase58()}`);
    watcher.solana.setFaults({});
    respond();
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

    // An operator opens it again: then what arrived in the meantime is a deposit.
    await watcher.operate(receivingAccounts, 'do=add', `wallet=${watcher.receiver.publicKey.toBase58()}`);
    await expectGained(13n);
  });

  it('are closed with a word on what is not judged yet, which is a deposit once they are open again', async () => {
    const first = watcher.account.toBase58();
    await moveOn();
    await eventually(async () => expect(await listed()).toHaveLength(2));
    watcher.solana.setFaults({ methods: ['getTransaction'], response: 500 });
    send(watcher.transfer(wallet, 5n * LIKE));
    await eventually(async () =>
      expect((await watcher.owner.query(`SELECT FROM deposit WHERE state = 'seen'`)).rowCount).toBe(1),
    );
    const said = await watcher.operate(receivingAccounts, 'do=close', `account=${first}`);
    expect(said).toMatch(/not judged yet: 1\./);
    await watcher.operate(receivingAccounts, 'do=add', `wallet=${watcher.receiver.publicKey.toBase58()}`);
    watcher.solana.setFaults({});
    await expectGained(5n);
    expect(await watcher.operate(receivingAccounts, 'do=close', `account=${first}`)).not.toMatch(
      /not judged/,
    );
  });

  it('in cold storage send back what is no deposit, and no part of one', async () => {
    const cold = watcher.newWallet(100);
    watcher.solana.skipSlots();
    const words = [`wallet=${cold.publicKey.toBase58()}`];
    watcher.endpoints[1]?.setFaults({ response: 500 });
    const unread = watcher.operate(coldStorage, 'do=declare', ...words);
    await expect(unread).rejects.toThrow(/A node of Solana does not answer/);
    watcher.endpoints[1]?.setFaults({});
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
    // The sender of the rest is its only source.
    const fromMember = { amount: String(5n * LIKE * NANO), sources: [wallet.publicKey.toBase58()] };
    expect(await stateOf(both)).toMatchObject(fromMember);
    expect(await watcher.ledger.systemBalance('unclaimed')).toBe(5n * LIKE * NANO);

    expect(await watcher.operate(coldStorage, 'do=list')).toContain(cold.publicKey.toBase58());
    // Taken back, the declaration never was: it is an ordinary wallet, and what was nothing is judged again.
    await watcher.operate(coldStorage, 'do=undeclare', ...words);
    expect(await watcher.operate(coldStorage, 'do=list')).toMatch(/No cold storage/);
    await expect(watcher.report(member, back)).rejects.toMatchObject({ code: 'DEPOSIT_UNCLAIMED' });
    await expect(watcher.operate(coldStorage, 'do=undeclare', ...words)).rejects.toThrow(/never declared/);
  });

  it('in cold storage that was none after all have sent deposits, however long ago', async () => {
    const cold = watcher.newWallet(100);
    watcher.solana.skipSlots();
    const words = [`wallet=${cold.publicKey.toBase58()}`];
    await watcher.operate(coldStorage, 'do=declare', ...words);
    const sent = watcher.send([watcher.openAccount(cold), watcher.transfer(cold, 40n * LIKE)], cold);
    watcher.solana.skipSlots();
    await eventually(async () => expect(await stateOf(sent)).toMatchObject({ state: 'nothing' }));
    // A walk from now on ends at the newest deposit, which is on a page of its own.
    await watcher.service.replica.stop();
    await watcher.addReplica({ SCAN_PAGE_SIZE: '1' });
    const newest = watcher.finalDeposit(wallet, 5n * LIKE, member.memo);
    const reached = `SELECT FROM scan WHERE cursor = decode($1, 'hex')`;
    await eventually(async () =>
      expect((await watcher.owner.query(reached, [signatureHex(newest)])).rowCount).toBe(1),
    );
    await watcher.operate(coldStorage, 'do=undeclare', ...words);
    await eventually(async () => expect(await stateOf(sent)).toMatchObject({ state: 'unclaimed' }));
  });

  it.each(['none', 'all'])(
    'in cold storage (opening=%s) that is removed make no deposit of what came back',
    async (opening) => {
      if (opening === 'all') watcher.solana.faucet(next.publicKey.toBase58(), 100);
      send(watcher.transfer(wallet, 5n * LIKE));
      await expectGained(5n);
      const words = [`wallet=${next.publicKey.toBase58()}`];
      await watcher.operate(coldStorage, 'do=declare', ...words, `opening=${opening}`);
      watcher.send([watcher.transfer(watcher.receiver, 5n * LIKE, nextAccount())], watcher.receiver);
      const back = watcher.send([watcher.transfer(next, 5n * LIKE)], next);
      watcher.solana.skipSlots();
      const asBefore = { credited: 1, nothing: 2 };
      await eventually(async () => expect(await watcher.states()).toEqual(asBefore));
      await watcher.operate(coldStorage, 'do=remove', ...words);

      await watcher.makeSweepsDue();
      await watcher.expectSwept();
      await expect(watcher.report(member, back)).rejects.toMatchObject({ code: 'NOTHING_RECEIVED' });
      expect(await watcher.ledger.systemBalance('unclaimed')).toBe(0n);
      expect(await watcher.states()).toEqual(asBefore);
      await watcher.expectAllCredited();
    },
  );

  it('in cold storage that is removed and declared again cover as much as before, unless one says otherwise', async () => {
    const token = { mint: watcher.mint.toBase58(), program: TOKEN_PROGRAM_ID.toBase58() };
    const reserve = async () => {
      let found: Reserve | undefined;
      await watcher.operate(async (database) => {
        found = await findReserve(database.read, token);
        return '';
      });
      return { accounts: [...(found?.accounts.keys() ?? [])], openingsNano: found?.openingsNano };
    };
    const [own, kept] = [watcher.account.toBase58(), nextAccount().toBase58()];
    const words = [`wallet=${next.publicKey.toBase58()}`];
    watcher.solana.faucet(next.publicKey.toBase58(), 100);
    watcher.solana.skipSlots();
    await watcher.operate(coldStorage, 'do=declare', ...words);
    watcher.send([watcher.openAccount(wallet), watcher.transfer(next, 40n * LIKE)], wallet, next);
    watcher.solana.skipSlots();
    expect(await watcher.operate(coldStorage, 'do=remove', ...words)).toMatch(/still none/);
    expect(await reserve()).toEqual({ accounts: [own], openingsNano: 0n });
    expect(await watcher.operate(coldStorage, 'do=list')).toMatch(/ removed /);
    await expect(watcher.operate(coldStorage, 'do=remove', ...words)).rejects.toThrow(/no cold storage/);
    await watcher.operate(coldStorage, 'do=declare', ...words);
    expect(await reserve()).toEqual({ accounts: [own, kept], openingsNano: 100n * LIKE * NANO });
    await watcher.operate(coldStorage, 'do=remove', ...words);
    await watcher.operate(coldStorage, 'do=declare', ...words, 'opening=all');
    expect(await reserve()).toEqual({ accounts: [own, kept], openingsNano: 60n * LIKE * NANO });
    expect(await watcher.operate(coldStorage, 'do=list')).not.toMatch(/ removed /);
  });

  it('that were cold storage until it was removed receive when they are added', async () => {
    const words = [`wallet=${next.publicKey.toBase58()}`];
    await watcher.operate(coldStorage, 'do=declare', ...words, 'opening=none');
    const add = () => watcher.operate(receivingAccounts, 'do=add', ...words);
    await expect(add()).rejects.toThrow(/cold storage/);
    await watcher.operate(coldStorage, 'do=remove', ...words);
    await add();
    send(watcher.transfer(wallet, 2n * LIKE, nextAccount()));
    await expectGained(2n);
    // It is not apart any more: what it lost to another account of ours takes nothing from a deposit.
    const parts = [
      watcher.openAccount(wallet),
      watcher.transfer(wallet, 3n * LIKE),
      watcher.transfer(next, 2n * LIKE),
    ];
    watcher.send([...parts, watcher.memo(member.memo)], wallet, next);
    watcher.solana.skipSlots();
    await expectGained(5n);
  });

  it('in cold storage are not declared by what one node alone says is in them', async () => {
    const cold = watcher.newWallet(100);
    watcher.solana.skipSlots();
    const nothing = (_: string, result: unknown) => ({ ...(result as object), value: [null] });
    watcher.solana.setFaults({ methods: ['getMultipleAccounts'], rewrite: nothing });
    const declare = () => watcher.operate(coldStorage, 'do=declare', `wallet=${cold.publicKey.toBase58()}`);
    await expect(declare()).rejects.toThrow(/disagree/);
    watcher.solana.setFaults({});
    expect(await declare()).toMatch(/100 LIKE/);
  });

  it('are never listed under two token programs', async () => {
    const token = { mint: watcher.mint.toBase58(), program: TOKEN_2022_PROGRAM_ID.toBase58() };
    const owner = watcher.receiver.publicKey.toBase58();
    const other = { ...token, owner, account: tokenAccountOf(token, owner) };
    const said = await watcher.operate(async (database) =>
      String(await database.transaction((tx) => makeCurrent(tx, other))),
    );
    expect(said).toBe('another-program');
    const current = 'SELECT account FROM receiving_account WHERE until IS NULL';
    expect((await watcher.owner.query(current)).rows).toEqual([{ account: watcher.account.toBase58() }]);
  });

  /**
   * Returns the different wallets that many requests, answered by all replicas, have returned; an
   * error code for each failure.
   */
  const told = async () => {
    const asked = Array.from({ length: 40 }, async () => {
      const settings = await watcher.bus.call(getDepositSettings, { memberId: member.id });
      return settings.receivingWallet;
    });
    const said = await Promise.allSettled(asked);
    return new Set(
      said.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as { code: string }).code)),
    );
  };

  it('that members are told are the current one, by a replica of an older configuration, too', async () => {
    await moveOn();
    await eventually(async () => expect(await listed()).toHaveLength(2));
    const old = watcher.account.toBase58();
    await watcher.operate(receivingAccounts, 'do=close', `account=${old}`);
    expect(await told()).toEqual(new Set([next.publicKey.toBase58()]));
  });

  it('that must not receive are told to nobody, and a replica that has no other rejects at once', async () => {
    await watcher.operate(coldStorage, 'do=declare', `wallet=${next.publicKey.toBase58()}`, 'opening=none');
    await moveOn();
    expect(await told()).toEqual(new Set([watcher.receiver.publicKey.toBase58(), 'UNAVAILABLE']));
    await watcher.service.replica.stop();
    expect(await told()).toEqual(new Set(['UNAVAILABLE']));
    const late = send(watcher.transfer(wallet, 5n * LIKE));
    await expect(watcher.report(member, late)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each(['do=nothing', 'do=close', 'do=current', 'do=close account=x', 'do=add'])(
    'are left alone by a command of %j',
    async (words) => {
      await expect(watcher.operate(receivingAccounts, ...words.split(' '))).rejects.toThrow(
        /do=|account=|wallet=|address/,
      );
    },
  );
});
