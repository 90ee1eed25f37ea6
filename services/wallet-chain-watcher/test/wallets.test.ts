import { memberDeleted, walletProved } from '@likewell/contracts/auth/events';
import {
  beginWalletProof,
  claimDeposits,
  exportWallets,
  getDepositSettings,
  linkWallet,
  listWallets,
  unlinkWallet,
} from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { inParallel } from '@likewell/testing/in-parallel';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { Keypair } from '@solana/web3.js';
import { deleteExpiredProofs } from '../src/proofs/proofs.queries.js';
import { lockLinks } from '../src/wallets/link-lock.js';
import { deleteOldUnlinked } from '../src/wallets/unlinked-wallets.queries.js';
import { REPORTS_AT_ONCE, signText, WatcherUnderTest, type Member } from './watcher-under-test.js';

describe("a member's wallets", () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let other: Member;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start();
  });
  afterAll(async () => {
    await watcher.expectAllCredited();
    await watcher.stop();
  });
  beforeEach(async () => {
    [member, other] = [await watcher.newMember(), await watcher.newMember()];
  });

  const linksOf = async ({ id }: Member) =>
    (await watcher.bus.call(listWallets, { memberId: id })).items.map(({ address }) => address);
  const addressOf = (wallet: Keypair) => wallet.publicKey.toBase58();
  const rejected = (code: string) => expect.objectContaining({ code });
  /** Sends deposits that nobody owns, and waits until they are unclaimed. */
  const keep = async (wallet: Keypair, amounts: bigint[]) => {
    const signatures = amounts.map((amount) => watcher.deposit(wallet, amount));
    await eventually(async () => {
      for (const signature of signatures) {
        await expect(watcher.report(member, signature)).rejects.toEqual(rejected('DEPOSIT_UNCLAIMED'));
      }
    });
    return signatures;
  };

  const deleteOld = (deleteBatch: typeof deleteOldUnlinked) =>
    watcher.operate(async (database) => String(await database.transaction(deleteBatch)));

  /** Returns the time of a sign-in that is this far from now. */
  const provedIn = async (interval: string) => {
    const sql = 'SELECT now() + $1::interval AS at';
    const { rows } = await watcher.owner.query<{ at: Date }>(sql, [interval]);
    return rows[0]?.at.toISOString();
  };
  /** Tells of a sign-in of the member, by our text or by the bare phrase, and waits until it has linked the wallet. */
  const signIn = async (wallet: Keypair, how: { isBare?: boolean }) => {
    const proved = { memberId: member.id, address: addressOf(wallet), provedAt: await provedIn('0 seconds') };
    await watcher.bus.tell(walletProved, { ...proved, ...how });
    await eventually(async () => expect(await linksOf(member)).toEqual([proved.address]));
  };
  /** Waits until the watcher has handled the sign-ins that it was told of. */
  const untilHeard = async () => {
    const [last, wallet] = [await watcher.newMember(), Keypair.generate()];
    await watcher.bus.tell(walletProved, { memberId: last.id, address: addressOf(wallet) });
    await eventually(async () => expect(await linksOf(last)).toEqual([addressOf(wallet)]));
  };

  it('has a memo of their own, always the same', async () => {
    const memos = await Promise.all(
      Array.from(
        { length: 10 },
        async () => (await watcher.bus.call(getDepositSettings, { memberId: member.id })).memo,
      ),
    );
    expect(new Set(memos)).toEqual(new Set([member.memo]));
    expect(member.memo).toMatch(/^likewell:[a-z2-7]{16}$/);
    expect(other.memo).not.toBe(member.memo);
  });

  it('are exported with the memo that was asked for, and none is made for it', async () => {
    const exported = await watcher.bus.call(exportWallets, { memberId: member.id });
    expect(exported).toEqual({ items: expect.any(Array), unlinked: [], claims: [], memo: member.memo });
    expect(exported.items.map(({ address }) => address)).toEqual(await linksOf(member));
    const ofNobody = { items: [], unlinked: [], claims: [], memo: null };
    expect(await watcher.bus.call(exportWallets, { memberId: 999_999 })).toEqual(ofNobody);
  });

  it('are exported with those that are not theirs any more, or not theirs yet', async () => {
    const [former, taken] = [Keypair.generate(), Keypair.generate()];
    await watcher.own(member, former);
    await watcher.own(other, taken);
    await watcher.bus.call(unlinkWallet, { memberId: member.id, address: addressOf(former) });
    const provedAt = await provedIn('1 minute');
    await watcher.bus.tell(walletProved, { memberId: member.id, address: addressOf(taken), provedAt });
    await untilHeard();
    expect(await watcher.bus.call(exportWallets, { memberId: member.id })).toMatchObject({
      items: [],
      unlinked: [
        { address: addressOf(former), at: expect.any(String), isTaken: false },
        { address: addressOf(taken), at: provedAt, isTaken: true },
      ],
    });
  });

  it('are linked by a text that says which deposits become the member’s', async () => {
    const { message } = await watcher.prove(member, watcher.newWallet(), 'link');
    expect(message).toContain(
      `belongs to member_${member.id}, unless a transfer carries another member's memo`,
    );
    expect(message).toContain(
      `The unclaimed deposits that this wallet alone has sent before belong to member_${member.id}, too.`,
    );
  });

  it.each([-6, 6])('are linked by a text of a replica whose clock is %d minutes ahead', async (minutes) => {
    const wallet = watcher.newWallet();
    const right = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => right() + minutes * 60_000);
    const begun = watcher.prove(member, wallet, 'link');
    const proof = await begun.finally(() => {
      clock.mockRestore();
    });
    expect(await watcher.bus.call(linkWallet, proof)).toMatchObject({ address: addressOf(wallet) });
    const { expiresAt } = await watcher.bus.call(beginWalletProof, {
      ...{ memberId: member.id, purpose: 'link', address: addressOf(wallet) },
    });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
  });

  it('are linked by a signature, listed and unlinked', async () => {
    const wallet = watcher.newWallet();
    expect(await watcher.link(member, wallet)).toMatchObject({ address: addressOf(wallet) });
    await watcher.link(member, wallet);
    expect(await linksOf(member)).toEqual([addressOf(wallet)]);
    const { state } = await watcher.report(member, watcher.deposit(wallet, 5n));
    expect(state).toBe('credited');

    const link = { memberId: member.id, address: addressOf(wallet) };
    await expect(watcher.bus.call(unlinkWallet, { ...link, memberId: other.id })).rejects.toEqual(
      rejected('WALLET_NOT_LINKED'),
    );
    await watcher.bus.call(unlinkWallet, link);
    await expect(watcher.bus.call(unlinkWallet, link)).rejects.toEqual(rejected('WALLET_NOT_LINKED'));
    await expect(watcher.report(member, watcher.deposit(wallet, 6n))).rejects.toEqual(
      rejected('DEPOSIT_UNCLAIMED'),
    );
  });

  it('belong to one member each', async () => {
    const wallet = watcher.newWallet();
    const outcomes = await Promise.allSettled([watcher.link(member, wallet), watcher.link(other, wallet)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...(await linksOf(member)), ...(await linksOf(other))]).toEqual([addressOf(wallet)]);
    const late = (await linksOf(member)).length === 1 ? other : member;
    await expect(watcher.claim(late, wallet)).rejects.toEqual(rejected('WALLET_OF_ANOTHER_MEMBER'));
  });

  it('are twenty at the most', async () => {
    for (let count = 0; count < 20; count += 1) await watcher.own(member, Keypair.generate());
    await expect(watcher.link(member, Keypair.generate())).rejects.toEqual(rejected('TOO_MANY_WALLETS'));
  });

  it('are linked when a member signs in with one, and taken from nobody', async () => {
    const [wallet, taken] = [watcher.newWallet(), watcher.newWallet()];
    await watcher.own(other, taken);
    const [kept] = await keep(wallet, [70n]);
    for (const each of [taken, wallet]) {
      await watcher.bus.tell(walletProved, { memberId: member.id, address: addressOf(each) });
    }
    await eventually(async () => expect(await linksOf(member)).toEqual([addressOf(wallet)]));
    expect(await linksOf(other)).toEqual([addressOf(taken)]);
    // What the wallet had sent before belongs to the member now.
    await eventually(async () => expect((await watcher.report(member, kept ?? '')).state).toBe('credited'));
    expect(await watcher.gained(member)).toBe(70_000n);
  });

  it('are linked by a phrase that any page can have had signed for what comes from then on', async () => {
    const wallet = watcher.newWallet();
    const proved = { memberId: member.id, address: addressOf(wallet) };
    const [earlier = ''] = await keep(wallet, [70n]);
    const provedAt = await provedIn('0 seconds');
    const [unheard = ''] = await keep(wallet, [5n]);
    await watcher.bus.tell(walletProved, { ...proved, provedAt, isBare: true });
    await eventually(async () => expect((await watcher.report(member, unheard)).state).toBe('credited'));
    expect((await watcher.report(member, watcher.deposit(wallet, 6n))).state).toBe('credited');
    expect(await linksOf(member)).toEqual([proved.address]);
    const sql = 'SELECT has_unclaimed FROM wallet WHERE address = $1';
    expect((await watcher.owner.query(sql, [proved.address])).rows).toEqual([{ has_unclaimed: false }]);
    await expect(watcher.report(member, earlier)).rejects.toEqual(rejected('DEPOSIT_UNCLAIMED'));
    // A sign-in by our text gives the rest, and the next one by the phrase takes nothing back.
    await watcher.bus.tell(walletProved, { ...proved, provedAt: await provedIn('0 seconds') });
    await eventually(async () => expect((await watcher.report(member, earlier)).state).toBe('credited'));
    await watcher.bus.tell(walletProved, { ...proved, provedAt: await provedIn('0 seconds'), isBare: true });
    await untilHeard();
    await expect(watcher.claim(other, wallet)).rejects.toEqual(rejected('WALLET_OF_ANOTHER_MEMBER'));
  });

  it('that are linked by such a phrase leave what they had sent to whoever signs a claim', async () => {
    const wallet = watcher.newWallet();
    await keep(wallet, [8n]);
    const provedAt = await provedIn('0 seconds');
    const address = addressOf(wallet);
    await watcher.bus.tell(walletProved, { memberId: other.id, address, provedAt, isBare: true });
    await eventually(async () => expect(await linksOf(other)).toEqual([address]));
    expect(await watcher.claim(member, wallet)).toMatchObject({ claimed: 1, claimedNano: 8_000n });
    expect(await linksOf(other)).toEqual([address]);
  });

  it.each([
    ['our text', {}, 'claimed'],
    ['such a phrase', { isBare: true }, 'unclaimed'],
  ])('that are linked by %s while a deposit is under way', async (_, how, state) => {
    const wallet = watcher.newWallet();
    await watcher.switchDeposits('pause');
    const deposit = watcher.deposit(wallet, 9n);
    await watcher.expectState(deposit, 'judged');
    await signIn(wallet, how);
    await watcher.switchDeposits('resume');
    await watcher.expectState(deposit, state);
  });

  it.each([
    ['our text', {}, 'credited'],
    ['such a phrase', { isBare: true }, 'unclaimed'],
  ])('that are linked by %s after a deposit was found, and before it is judged', async (_, how, state) => {
    const wallet = watcher.newWallet();
    for (const endpoint of watcher.endpoints)
      endpoint.setFaults({ methods: ['getTransaction'], response: 500 });
    const deposit = watcher.finalDeposit(wallet, 9n);
    await watcher.expectState(deposit, 'seen');
    await signIn(wallet, how);
    for (const endpoint of watcher.endpoints) endpoint.setFaults({});
    await watcher.expectState(deposit, state, 30_000);
  });

  it('stay unlinked when an older sign-in is told late, and are linked by the next one', async () => {
    const wallet = watcher.newWallet();
    const proved = { memberId: member.id, address: addressOf(wallet) };
    await watcher.own(member, wallet);
    const before = await provedIn('-1 second');
    await watcher.bus.call(unlinkWallet, proved);
    await watcher.bus.tell(walletProved, { ...proved, provedAt: before });
    await untilHeard();
    expect(await linksOf(member)).toEqual([]);
    const [kept = ''] = await keep(wallet, [8n]);
    await watcher.bus.tell(walletProved, { ...proved, provedAt: await provedIn('1 second') });
    await eventually(async () => expect(await linksOf(member)).toEqual([proved.address]));
    await eventually(async () => expect((await watcher.report(member, kept)).state).toBe('credited'));
  });

  it('are unlinked only after a link that is under way', async () => {
    const wallet = Keypair.generate();
    const link = { memberId: member.id, address: addressOf(wallet) };
    await watcher.own(member, wallet);
    let unlinked: Promise<unknown> = Promise.resolve();
    await watcher.operate((database) =>
      database.transaction(async (tx) => {
        await lockLinks(tx, 'exclusive');
        unlinked = watcher.bus.call(unlinkWallet, link);
        await untilSoManyWait(watcher.service.schema, 1);
        expect(await linksOf(member)).toEqual([link.address]);
        return '';
      }),
    );
    await unlinked;
    expect(await linksOf(member)).toEqual([]);
  });

  it('that were unlinked are kept from older sign-ins of that member alone, for 40 days or until they leave', async () => {
    const [linked, old, left] = [watcher.newWallet(), watcher.newWallet(), watcher.newWallet()];
    for (const wallet of [linked, old, left]) {
      await watcher.own(member, wallet);
      await watcher.bus.call(unlinkWallet, { memberId: member.id, address: addressOf(wallet) });
    }
    const unlinked = async () => {
      const sql = 'SELECT address FROM unlinked_wallet WHERE member_id = $1 ORDER BY at';
      return (await watcher.owner.query<{ address: string }>(sql, [member.id])).rows.map(
        ({ address }) => address,
      );
    };
    expect(await unlinked()).toEqual([linked, old, left].map(addressOf));
    await watcher.link(member, linked);
    expect(await unlinked()).toEqual([old, left].map(addressOf));
    await watcher.owner.query(`UPDATE unlinked_wallet SET at = at - interval '40 days' WHERE address = $1`, [
      addressOf(old),
    ]);
    await deleteOld(deleteOldUnlinked);
    expect(await unlinked()).toEqual([addressOf(left)]);
    const provedAt = await provedIn('-1 minute');
    await watcher.bus.tell(walletProved, { memberId: other.id, address: addressOf(left), provedAt });
    await eventually(async () => expect(await linksOf(other)).toEqual([addressOf(left)]));
    await watcher.bus.tell(memberDeleted, { memberId: member.id, keepsPosts: true });
    await eventually(async () => expect(await unlinked()).toEqual([]));
  });

  it('are forgotten when the member leaves, whoever has the keys may link them, and late news link none', async () => {
    const wallet = watcher.newWallet();
    const proved = { memberId: member.id, address: addressOf(wallet) };
    await watcher.bus.tell(walletProved, proved);
    await eventually(async () => expect(await linksOf(member)).toEqual([addressOf(wallet)]));
    await watcher.bus.tell(memberDeleted, { memberId: member.id, keepsPosts: true });
    await eventually(async () => expect(await linksOf(member)).toEqual([]));
    await watcher.bus.tell(walletProved, proved);
    await watcher.bus.tell(walletProved, { ...proved, memberId: other.id });
    await eventually(async () => expect(await linksOf(other)).toEqual([addressOf(wallet)]));
    expect(await linksOf(member)).toEqual([]);
    const { memo } = await watcher.bus.call(getDepositSettings, { memberId: member.id });
    expect(memo).not.toBe(member.memo);
  });

  it('of a member who leaves are linked to who signed in with them last, also when that was heard of before', async () => {
    const [third, gone] = [await watcher.newMember(), await watcher.newMember()];
    const wallet = watcher.newWallet();
    const address = addressOf(wallet);
    const prove = async ({ id }: Member, when: string) =>
      watcher.bus.tell(walletProved, { memberId: id, address, provedAt: await provedIn(when) });
    const leave = async ({ id }: Member) => {
      await watcher.bus.tell(memberDeleted, { memberId: id, keepsPosts: true });
      const sql = 'SELECT FROM left_member WHERE member_id = $1';
      await eventually(async () => expect((await watcher.owner.query(sql, [id])).rowCount).toBe(1));
    };
    const [kept = ''] = await keep(wallet, [9n]);
    await watcher.own(member, wallet);
    await prove(gone, '3 seconds');
    await prove(other, '2 seconds');
    await prove(third, '1 second');
    await untilHeard();
    await leave(gone);
    await prove(gone, '4 seconds');
    await untilHeard();
    expect(await linksOf(member)).toEqual([address]);
    await leave(member);
    expect(await linksOf(other)).toEqual([address]);
    expect([...(await linksOf(third)), ...(await linksOf(gone))]).toEqual([]);
    await eventually(async () => expect((await watcher.report(other, kept)).state).toBe('credited'));
  });

  it('of a member who leaves are full links of whoever signed in by our text, and then by such a phrase', async () => {
    const wallet = watcher.newWallet();
    const address = addressOf(wallet);
    const [earlier = ''] = await keep(wallet, [9n]);
    await watcher.own(member, wallet);
    for (const how of [{}, { isBare: true }]) {
      const provedAt = await provedIn('0 seconds');
      await watcher.bus.tell(walletProved, { memberId: other.id, address, provedAt, ...how });
      await untilHeard();
    }
    await watcher.bus.tell(memberDeleted, { memberId: member.id, keepsPosts: true });
    await eventually(async () => expect(await linksOf(other)).toEqual([address]));
    await eventually(async () => expect((await watcher.report(other, earlier)).state).toBe('credited'));
  });

  it('of a member who leaves bring whoever signed in by such a phrase what comes from then on', async () => {
    const wallet = watcher.newWallet();
    const address = addressOf(wallet);
    const [earlier = ''] = await keep(wallet, [9n]);
    await watcher.own(member, wallet);
    const provedAt = await provedIn('0 seconds');
    await watcher.bus.tell(walletProved, { memberId: other.id, address, provedAt, isBare: true });
    await untilHeard();
    await watcher.bus.tell(memberDeleted, { memberId: member.id, keepsPosts: true });
    await eventually(async () => expect(await linksOf(other)).toEqual([address]));
    expect((await watcher.report(other, watcher.deposit(wallet, 2n))).state).toBe('credited');
    await expect(watcher.report(other, earlier)).rejects.toEqual(rejected('DEPOSIT_UNCLAIMED'));
  });

  it('that somebody else had linked are linked by any sign-in once they are free', async () => {
    const wallet = Keypair.generate();
    const address = addressOf(wallet);
    const proved = { memberId: other.id, address };
    await watcher.own(member, wallet);
    await watcher.bus.tell(walletProved, { ...proved, provedAt: await provedIn('2 seconds') });
    await untilHeard();
    await watcher.bus.call(unlinkWallet, { memberId: member.id, address });
    expect(await linksOf(other)).toEqual([]);
    await watcher.bus.tell(walletProved, { ...proved, provedAt: await provedIn('1 second') });
    await eventually(async () => expect(await linksOf(other)).toEqual([address]));
  });

  it('take what they sent before they were linked, but not what names two members', async () => {
    const wallet = watcher.newWallet();
    await keep(wallet, [3n, 4n]);
    const memos = [watcher.memo(member.memo), watcher.memo(other.memo)];
    const doubtful = watcher.send([watcher.transfer(wallet, 500n), ...memos], wallet);
    await expect(watcher.report(member, doubtful)).rejects.toEqual(rejected('DEPOSIT_UNCLAIMED'));
    await watcher.link(member, wallet);
    await eventually(async () => expect(await watcher.gained(member)).toBe(7_000n));
    await expect(watcher.report(member, doubtful)).rejects.toEqual(rejected('DEPOSIT_UNCLAIMED'));
    // The member may claim that one with a proof.
    expect(await watcher.claim(member, wallet)).toMatchObject({ claimed: 1, claimedNano: 500_000n });
    await eventually(async () => expect(await watcher.gained(member)).toBe(507_000n));
  });

  it('claim what they sent, once, without being linked', async () => {
    const wallet = watcher.newWallet();
    const [signature = ''] = await keep(wallet, [100n, 200n, 300n]);
    const before = await watcher.ledger.balance(member.id);
    const claimed = await watcher.claim(member, wallet);
    expect(claimed).toEqual({ claimed: 3, claimedNano: 600_000n, balanceNano: before + 600_000n });
    expect(await linksOf(member)).toEqual([]);
    expect((await watcher.report(member, signature)).state).toBe('credited');
    await expect(watcher.report(other, signature)).rejects.toEqual(rejected('DEPOSIT_OF_ANOTHER_MEMBER'));
    await expect(watcher.claim(other, wallet)).rejects.toEqual(rejected('NOTHING_TO_CLAIM'));
  });

  it('answer a claim that is repeated as the first time, with the same proof or a new one, and to nobody else', async () => {
    const wallet = watcher.newWallet();
    await keep(wallet, [100n, 200n]);
    const proof = await watcher.prove(member, wallet, 'claim');
    const first = await watcher.bus.call(claimDeposits, proof);
    expect(first).toMatchObject({ claimed: 2, claimedNano: 300_000n });
    const anew = await watcher.prove(member, wallet, 'claim');
    for (const repeated of [proof, anew, anew, proof])
      expect(await watcher.bus.call(claimDeposits, repeated)).toEqual(first);
    expect(await watcher.gained(member)).toBe(300_000n);
    // The text of one member does not work for another member, nor for another wallet.
    await expect(watcher.bus.call(claimDeposits, { ...proof, memberId: other.id })).rejects.toEqual(
      rejected('WALLET_PROOF_REFUSED'),
    );
    await expect(watcher.claim(member, watcher.newWallet())).rejects.toEqual(rejected('NOTHING_TO_CLAIM'));
    // A later deposit needs a new claim, and the response to the first claim stays the same.
    await keep(wallet, [7n]);
    expect(await watcher.claim(member, wallet)).toMatchObject({ claimed: 1, claimedNano: 7_000n });
    expect(await watcher.bus.call(claimDeposits, proof)).toMatchObject({ claimed: 2, claimedNano: 300_000n });
    expect(await watcher.claim(member, wallet)).toMatchObject({ claimed: 1, claimedNano: 7_000n });
  });

  it('answer the same claim alike when it is made twenty times at once', async () => {
    const wallet = watcher.newWallet();
    await keep(wallet, [100n]);
    const proof = await watcher.prove(member, wallet, 'claim');
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => watcher.bus.call(claimDeposits, proof)),
    );
    for (const { claimed, claimedNano } of claims)
      expect({ claimed, claimedNano }).toEqual({ claimed: 1, claimedNano: 100_000n });
    await eventually(async () => expect(await watcher.gained(member)).toBe(100_000n));
  });

  it('claim nothing that others have sent with them, until these are their own as well', async () => {
    const [one, two] = [watcher.newWallet(), watcher.newWallet()];
    const transfers = [watcher.transfer(one, 10n), watcher.transfer(two, 20n)];
    const both = watcher.send([watcher.openAccount(one), ...transfers], one, two);
    await expect(watcher.report(member, both)).rejects.toEqual(rejected('DEPOSIT_UNCLAIMED'));
    await expect(watcher.claim(member, one)).rejects.toEqual(rejected('NOTHING_TO_CLAIM'));
    // Any page can have had the other one's holder sign the bare phrase.
    await signIn(two, { isBare: true });
    await expect(watcher.claim(member, one)).rejects.toEqual(rejected('NOTHING_TO_CLAIM'));
    await watcher.link(member, two);
    expect(await watcher.claim(member, one)).toMatchObject({ claimed: 1, claimedNano: 30_000n });
  });

  it('are claimed by one of those who hold the key, however they race', async () => {
    const wallet = watcher.newWallet();
    await keep(wallet, [1000n]);
    // The ledger has more unclaimed LIKE than this, so paying it twice would take somebody else's.
    const stranger = watcher.newWallet();
    await keep(stranger, [50_000n]);
    const people = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? member : other));
    const outcomes = await Promise.allSettled(people.map((person) => watcher.claim(person, wallet)));
    const winners = new Set(people.filter((_, place) => outcomes[place]?.status === 'fulfilled'));
    expect(winners.size).toBe(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(['NOTHING_TO_CLAIM', 'WALLET_PROOF_REFUSED']).toContain(outcome.reason.code);
    await eventually(async () =>
      expect((await watcher.gained(member)) + (await watcher.gained(other))).toBe(1_000_000n),
    );
    await expect(watcher.claim(await watcher.newMember(), stranger)).resolves.toMatchObject({ claimed: 1 });
  });

  describe('are proved by a text that', () => {
    const proofs = [
      [
        'was signed by another wallet',
        (proof: Proof) => ({ ...proof, signature: signText(Keypair.generate(), proof.message) }),
      ],
      ['was never handed out', (proof: Proof, wallet: Keypair) => own(proof, wallet, 'Login to Likewell')],
      ['was changed', (proof: Proof, wallet: Keypair) => own(proof, wallet, `${proof.message} `)],
      ['was handed out to another member', (proof: Proof) => ({ ...proof, memberId: other.id })],
      ['has no signature', (proof: Proof) => ({ ...proof, signature: '' })],
    ] as const;
    type Proof = Awaited<ReturnType<WatcherUnderTest['prove']>>;
    const own = (proof: Proof, wallet: Keypair, message: string) => ({
      ...proof,
      message,
      signature: signText(wallet, message),
    });

    it.each(proofs)('%s: rejected, and nothing is spent', async (_, spoil) => {
      const wallet = watcher.newWallet();
      for (const [purpose, call] of [
        ['link', linkWallet],
        ['claim', claimDeposits],
      ] as const) {
        const proof = await watcher.prove(member, wallet, purpose);
        await expect(watcher.bus.call(call, spoil(proof, wallet))).rejects.toEqual(
          rejected('WALLET_PROOF_REFUSED'),
        );
        const outcome = await watcher.bus.call(call, proof).catch((error: unknown) => error);
        expect(outcome).not.toEqual(rejected('WALLET_PROOF_REFUSED'));
      }
    });

    it('works once', async () => {
      const wallet = watcher.newWallet();
      const proof = await watcher.prove(member, wallet, 'link');
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => watcher.bus.call(linkWallet, proof)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('serves its purpose alone', async () => {
      const wallet = watcher.newWallet();
      await keep(wallet, [5n]);
      const [toLink, toClaim] = [
        await watcher.prove(member, wallet, 'link'),
        await watcher.prove(member, wallet, 'claim'),
      ];
      await expect(watcher.bus.call(claimDeposits, toLink)).rejects.toEqual(rejected('WALLET_PROOF_REFUSED'));
      await expect(watcher.bus.call(linkWallet, toClaim)).rejects.toEqual(rejected('WALLET_PROOF_REFUSED'));
      expect(await watcher.bus.call(claimDeposits, toClaim)).toMatchObject({ claimed: 1 });
    });

    it('runs out, and is deleted then and not before', async () => {
      const [expired, valid] = [
        await watcher.prove(member, watcher.newWallet(), 'link'),
        await watcher.prove(member, watcher.newWallet(), 'link'),
      ];
      const expire = `UPDATE wallet_proof SET expires_at = now() - interval '1 second' WHERE address = $1`;
      await watcher.owner.query(expire, [expired.address]);
      await expect(watcher.bus.call(linkWallet, expired)).rejects.toEqual(rejected('WALLET_PROOF_REFUSED'));
      await deleteOld(deleteExpiredProofs);
      const kept = 'SELECT address FROM wallet_proof WHERE member_id = $1';
      expect((await watcher.owner.query(kept, [member.id])).rows).toEqual([{ address: valid.address }]);
    });

    it('names the member and begins like no text of a sign-in', async () => {
      const { message } = await watcher.prove(member, watcher.newWallet(), 'link');
      expect(message).toContain(`member_${member.id}`);
      expect(message).not.toMatch(/^Login to Likewell/);
    });

    it.each(['', 'wallet', '1'.repeat(32), 'x'.repeat(44)])('is not handed out for %s', async (address) => {
      await expect(
        watcher.bus.call(beginWalletProof, { memberId: member.id, purpose: 'link', address }),
      ).rejects.toEqual(rejected('WALLET_INVALID'));
    });
  });

  it('that sent 100 deposits lose none to 50 members who race for them', async () => {
    const wallet = watcher.newWallet(100_000);
    const signatures = Array.from({ length: 100 }, (_, index) => watcher.deposit(wallet, BigInt(index + 1)));
    const thieves: Awaited<ReturnType<typeof watcher.newMember>>[] = [];
    await inParallel(Array.from({ length: 50 }), 5, async () => void thieves.push(await watcher.newMember()));
    const owner = await watcher.newMember();
    const reports = signatures.flatMap((signature) => thieves.map((thief) => ({ thief, signature })));
    const codes = new Set<string>();
    await inParallel(reports, REPORTS_AT_ONCE, async ({ thief, signature }) => {
      const said = await watcher
        .report(thief, signature)
        .catch((error: unknown) => error as { code: string });
      codes.add('code' in said ? said.code : said.state);
    });
    // The response to more than a busy machine can serve.
    codes.delete('UNAVAILABLE');
    expect([...codes]).toEqual(['DEPOSIT_UNCLAIMED']);
    for (const thief of thieves) expect(await watcher.gained(thief)).toBe(0n);
    expect(await watcher.claim(owner, wallet)).toMatchObject({ claimed: 100, claimedNano: 5_050_000n });
    // The ledger is told later of what it could not be told at once.
    await eventually(async () => expect(await watcher.gained(owner)).toBe(5_050_000n));
  });
});
