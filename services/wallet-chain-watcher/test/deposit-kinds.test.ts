import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createRecoverNestedInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  SystemProgram,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js';
import { MEMO_V1, WatcherUnderTest, type Member } from './watcher-under-test.js';

const LIKE = 1_000_000n;
/** In the form of a deposit code, and no member's. */
const NOBODYS_CODE = 'aaaaaaaaaaaaaaaa';
const ACCOUNT_SIZE = 165;
const RENT = 5_000_000;

interface Sent {
  readonly signature: string;
  /** In base units. */
  readonly credited: bigint;
  readonly to: Member | 'unclaimed' | 'nothing' | 'failed';
}

describe('a deposit is what our token account gained:', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let other: Member;
  let linked: Keypair;
  let stranger: Keypair;

  beforeAll(async () => {
    // No scan runs: each deposit is judged by its own report.
    watcher = await WatcherUnderTest.start({ variables: { SCAN_INTERVAL_MS: '600000' } });
    [member, other] = [await watcher.newMember(), await watcher.newMember()];
    [linked, stranger] = [watcher.newWallet(100_000), watcher.newWallet(100_000)];
    await watcher.own(member, linked);
  });
  afterAll(async () => {
    await watcher.expectAllCredited();
    await watcher.stop();
  });

  const credit = (signature: string, credited: bigint, to: Member = member): Sent => ({
    signature,
    credited,
    to,
  });
  const unclaimed = (signature: string, credited: bigint): Sent => ({ signature, credited, to: 'unclaimed' });
  const nothing = (signature: string): Sent => ({ signature, credited: 0n, to: 'nothing' });

  /** Sends the instructions, signed by the payer and all other required signers. */
  const send = (instructions: TransactionInstruction[], ...signers: [Keypair, ...Keypair[]]) =>
    watcher.send([watcher.openAccount(signers[0]), ...instructions], ...signers);

  function newTokenAccount(payer: Keypair, owner: PublicKey, mint = watcher.mint) {
    const account = Keypair.generate();
    const instructions = [
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: account.publicKey,
        space: ACCOUNT_SIZE,
        lamports: RENT,
        programId: TOKEN_PROGRAM_ID,
      }),
      createInitializeAccount3Instruction(account.publicKey, mint, owner),
    ];
    return { account, instructions };
  }

  /** Creates a mint that belongs to somebody else, and some of its tokens in their account. */
  function foreignMint(owner: Keypair, program: PublicKey, withFee = false) {
    const mint = Keypair.generate();
    const extensions = withFee ? [ExtensionType.TransferFeeConfig] : [];
    const source = getAssociatedTokenAddressSync(mint.publicKey, owner.publicKey, false, program);
    const target = getAssociatedTokenAddressSync(mint.publicKey, watcher.receiver.publicKey, false, program);
    const open = (account: PublicKey, of: PublicKey) =>
      createAssociatedTokenAccountIdempotentInstruction(
        owner.publicKey,
        account,
        of,
        mint.publicKey,
        program,
      );
    const key = owner.publicKey;
    watcher.send(
      [
        SystemProgram.createAccount({
          fromPubkey: key,
          newAccountPubkey: mint.publicKey,
          space: getMintLen(extensions),
          lamports: RENT,
          programId: program,
        }),
        ...(withFee
          ? [createInitializeTransferFeeConfigInstruction(mint.publicKey, key, key, 500, 10n ** 9n, program)]
          : []),
        createInitializeMint2Instruction(mint.publicKey, 6, key, null, program),
        open(source, key),
        open(target, watcher.receiver.publicKey),
        createMintToInstruction(mint.publicKey, source, key, 1000n * LIKE, [], program),
      ],
      owner,
      mint,
    );
    return { mint: mint.publicKey, source, target };
  }

  function aSlotThatIsOver(): number {
    const { slot } = watcher.solana.send([watcher.memo('now')], [linked]);
    watcher.solana.skipSlots(2);
    return slot ?? 0;
  }

  const kinds: Record<string, () => Sent> = {
    'a plain transfer from a linked wallet': () =>
      credit(send([watcher.transfer(linked, 5n * LIKE)], linked), 5n * LIKE),

    'the same without a checked amount': () => {
      const from = watcher.tokenAccountOf(linked.publicKey);
      return credit(
        send([createTransferInstruction(from, watcher.account, linked.publicKey, 7n)], linked),
        7n,
      );
    },

    'the smallest amount there is': () => credit(send([watcher.transfer(linked, 1n)], linked), 1n),

    "a stranger's transfer with the member's memo": () =>
      credit(send([watcher.transfer(stranger, LIKE), watcher.memo(member.memo)], stranger), LIKE),

    'a memo of the first memo program, before the transfer': () =>
      credit(send([watcher.memo(member.memo, MEMO_V1), watcher.transfer(stranger, LIKE)], stranger), LIKE),

    'the same memo twice': () => {
      const memos = [watcher.memo(member.memo), watcher.memo(member.memo)];
      return credit(send([...memos, watcher.transfer(stranger, LIKE)], stranger), LIKE);
    },

    'memos of a member and of nobody': () => {
      const memos = [watcher.memo(`likewell:${NOBODYS_CODE}`), watcher.memo(member.memo)];
      return credit(send([...memos, watcher.transfer(stranger, LIKE)], stranger), LIKE);
    },

    'memos of nobody, two of them, from a linked wallet': () => {
      const memos = [watcher.memo(`likewell:${NOBODYS_CODE}`), watcher.memo('likewell:not-even-a-code')];
      return credit(send([...memos, watcher.transfer(linked, LIKE)], linked), LIKE);
    },

    'memos of two members': () => {
      const memos = [watcher.memo(member.memo), watcher.memo(other.memo)];
      return unclaimed(send([...memos, watcher.transfer(stranger, LIKE)], stranger), LIKE);
    },

    'memos of two members from a linked wallet': () => {
      const memos = [watcher.memo(member.memo), watcher.memo(other.memo)];
      return unclaimed(send([...memos, watcher.transfer(linked, LIKE)], linked), LIKE);
    },

    "another member's memo from a linked wallet": () =>
      credit(send([watcher.transfer(linked, LIKE), watcher.memo(other.memo)], linked), LIKE, other),

    'a memo of nobody from a linked wallet': () =>
      credit(send([watcher.transfer(linked, LIKE), watcher.memo(`likewell:${NOBODYS_CODE}`)], linked), LIKE),

    'a memo that only mentions a code': () => {
      const memo = watcher.memo(`this is not for ${member.memo}`);
      return unclaimed(send([watcher.transfer(stranger, LIKE), memo], stranger), LIKE);
    },

    "a stranger's transfer without a memo": () =>
      unclaimed(send([watcher.transfer(stranger, LIKE)], stranger), LIKE),

    'several transfers from one wallet': () => {
      const transfers = [1n, 20n, 300n].map((amount) => watcher.transfer(linked, amount));
      return credit(send(transfers, linked), 321n);
    },

    'transfers from two accounts of one wallet': () => {
      const { account, instructions } = newTokenAccount(linked, linked.publicKey);
      send([...instructions, watcher.transfer(linked, 10n, account.publicKey)], linked, account);
      const second = createTransferInstruction(account.publicKey, watcher.account, linked.publicKey, 4n);
      return credit(send([watcher.transfer(linked, 3n), second], linked), 7n);
    },

    'transfers from two wallets, one of them linked': () =>
      unclaimed(send([watcher.transfer(linked, 3n), watcher.transfer(stranger, 4n)], linked, stranger), 7n),

    'transfers from two wallets with a memo': () => {
      const transfers = [watcher.transfer(linked, 3n), watcher.transfer(stranger, 4n)];
      return credit(send([...transfers, watcher.memo(other.memo)], linked, stranger), 7n, other);
    },

    'a transfer by a delegate of a linked wallet': () => {
      const from = watcher.tokenAccountOf(linked.publicKey);
      const approval = createApproveInstruction(from, stranger.publicKey, linked.publicKey, 50n);
      const transfer = createTransferInstruction(from, watcher.account, stranger.publicKey, 50n);
      return credit(send([approval, transfer], linked, stranger), 50n);
    },

    'a transfer that closes the account it came from': () => {
      const { account, instructions } = newTokenAccount(linked, linked.publicKey);
      send([...instructions, watcher.transfer(linked, 9n, account.publicKey)], linked, account);
      const transfer = createTransferInstruction(account.publicKey, watcher.account, linked.publicKey, 9n);
      const close = createCloseAccountInstruction(account.publicKey, linked.publicKey, linked.publicKey);
      return credit(send([transfer, close], linked), 9n);
    },

    'a transfer that another program makes (CPI)': () => {
      // LIKE that was sent to a token account of ours as if that were a wallet. The associated token program
      // recovers it by calling the token program itself.
      const foreign = foreignMint(stranger, TOKEN_PROGRAM_ID);
      const nested = getAssociatedTokenAddressSync(watcher.mint, foreign.target, true);
      const open = createAssociatedTokenAccountIdempotentInstruction(
        stranger.publicKey,
        nested,
        foreign.target,
        watcher.mint,
      );
      send([open, watcher.transfer(stranger, 77n, nested)], stranger);
      const recovery = createRecoverNestedInstruction(
        nested,
        watcher.mint,
        watcher.account,
        foreign.target,
        foreign.mint,
        watcher.receiver.publicKey,
      );
      return credit(send([recovery, watcher.memo(member.memo)], watcher.receiver), 77n);
    },

    'a versioned transaction': () => {
      const instructions = [watcher.openAccount(linked), watcher.transfer(linked, 11n)];
      return credit(watcher.solana.send(instructions, [linked], []).signature, 11n);
    },

    'a versioned transaction that names our account by a lookup table': () => {
      const [create, address] = AddressLookupTableProgram.createLookupTable({
        authority: linked.publicKey,
        payer: linked.publicKey,
        recentSlot: aSlotThatIsOver(),
      });
      const addresses = [watcher.account, watcher.mint, watcher.receiver.publicKey, TOKEN_PROGRAM_ID];
      const extend = AddressLookupTableProgram.extendLookupTable({
        lookupTable: address,
        authority: linked.publicKey,
        payer: linked.publicKey,
        addresses,
      });
      watcher.send([create, extend], linked);
      watcher.solana.skipSlots(2);
      const table = new AddressLookupTableAccount({
        key: address,
        state: {
          deactivationSlot: 2n ** 64n - 1n,
          lastExtendedSlot: 0,
          lastExtendedSlotStartIndex: 0,
          addresses,
        },
      });
      const sent = watcher.solana.send(
        [watcher.transfer(linked, 13n), watcher.memo('v0')],
        [linked],
        [table],
      );
      return credit(sent.signature, 13n);
    },

    'LIKE that goes back in part': () => {
      const back = createTransferInstruction(
        watcher.account,
        watcher.tokenAccountOf(linked.publicKey),
        watcher.receiver.publicKey,
        2n,
      );
      return credit(send([watcher.transfer(linked, 5n), back], linked, watcher.receiver), 3n);
    },

    'a transfer between two others': () =>
      nothing(send([watcher.transfer(linked, 5n, watcher.tokenAccountOf(stranger.publicKey))], linked)),

    'a transfer from our account to itself': () => {
      const { account } = watcher;
      const itself = createTransferCheckedInstruction(
        account,
        watcher.mint,
        account,
        watcher.receiver.publicKey,
        1n,
        6,
      );
      return nothing(send([itself, watcher.memo(member.memo)], watcher.receiver));
    },

    'LIKE from another account of our own wallet': () => {
      const { account, instructions } = newTokenAccount(stranger, watcher.receiver.publicKey);
      send([...instructions, watcher.transfer(stranger, 6n, account.publicKey)], stranger, account);
      const transfer = createTransferInstruction(
        account.publicKey,
        watcher.account,
        watcher.receiver.publicKey,
        6n,
      );
      return unclaimed(send([transfer], watcher.receiver), 6n);
    },

    'LIKE for another account of our own wallet': () => {
      const { account, instructions } = newTokenAccount(linked, watcher.receiver.publicKey);
      return nothing(
        send([...instructions, watcher.transfer(linked, 6n, account.publicKey)], linked, account),
      );
    },

    'an account with LIKE that is made over to our wallet': () => {
      const { account, instructions } = newTokenAccount(linked, linked.publicKey);
      const handOver = createSetAuthorityInstruction(
        account.publicKey,
        linked.publicKey,
        AuthorityType.AccountOwner,
        watcher.receiver.publicKey,
      );
      const transfer = watcher.transfer(linked, 6n, account.publicKey);
      return nothing(send([...instructions, transfer, handOver, watcher.memo(member.memo)], linked, account));
    },

    'a token of another mint': () => {
      const { source, target } = foreignMint(linked, TOKEN_PROGRAM_ID);
      const transfer = createTransferInstruction(source, target, linked.publicKey, 5n * LIKE);
      return nothing(send([transfer, watcher.memo(member.memo)], linked));
    },

    'a look-alike under Token-2022': () => {
      const { source, target } = foreignMint(linked, TOKEN_2022_PROGRAM_ID);
      const transfer = createTransferInstruction(
        source,
        target,
        linked.publicKey,
        5n,
        [],
        TOKEN_2022_PROGRAM_ID,
      );
      return nothing(send([transfer, watcher.memo(member.memo)], linked));
    },

    'a look-alike under Token-2022 that withholds a fee': () => {
      const { mint, source, target } = foreignMint(linked, TOKEN_2022_PROGRAM_ID, true);
      const [key, program] = [linked.publicKey, TOKEN_2022_PROGRAM_ID];
      const transfer = createTransferCheckedInstruction(source, mint, target, key, 500n, 6, [], program);
      return nothing(send([transfer, watcher.memo(member.memo)], linked));
    },

    'LIKE and a token of another mint at once': () => {
      const { source, target } = foreignMint(linked, TOKEN_PROGRAM_ID);
      const foreign = createTransferInstruction(source, target, linked.publicKey, 5n * LIKE);
      return credit(send([foreign, watcher.transfer(linked, 8n)], linked), 8n);
    },

    'a transfer that fails': () => ({
      signature: send([watcher.transfer(linked, 10n ** 18n)], linked),
      credited: 0n,
      to: 'failed',
    }),

    'a transaction that fails after its transfer': () => ({
      signature: send([watcher.transfer(linked, 5n), watcher.transfer(linked, 10n ** 18n)], linked),
      credited: 0n,
      to: 'failed',
    }),
  };

  it.each(Object.keys(kinds))('%s', async (kind) => {
    const sent = kinds[kind]?.();
    if (!sent) throw new Error('no such kind');
    watcher.solana.skipSlots();
    const people = [member, other];
    const before = await Promise.all(people.map((person) => watcher.gained(person)));
    const kept = await watcher.ledger.systemBalance('unclaimed');

    const codes = { unclaimed: 'DEPOSIT_UNCLAIMED', nothing: 'NOTHING_RECEIVED', failed: 'DEPOSIT_FAILED' };
    const said = await Promise.allSettled(people.map((person) => watcher.report(person, sent.signature)));
    people.forEach((person, place) => {
      if (sent.to === person) expect(said[place]).toMatchObject({ value: { state: 'credited' } });
      else {
        const code = typeof sent.to === 'string' ? codes[sent.to] : 'DEPOSIT_OF_ANOTHER_MEMBER';
        expect(said[place]).toMatchObject({ reason: { code } });
      }
    });
    const after = await Promise.all(people.map((person) => watcher.gained(person)));
    const nano = sent.credited * 1000n;
    expect(after.map((gained, place) => gained - (before[place] ?? 0n))).toEqual(
      people.map((person) => (sent.to === person ? nano : 0n)),
    );
    const keptNow = await watcher.ledger.systemBalance('unclaimed');
    expect(keptNow - kept).toBe(sent.to === 'unclaimed' ? nano : 0n);
  });
});
