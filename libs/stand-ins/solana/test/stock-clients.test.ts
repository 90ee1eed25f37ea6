import {
  createAssociatedTokenAccountIdempotentInstruction,
  createMint,
  createTransferCheckedInstruction,
  getAccount,
  getAssociatedTokenAddressSync,
  getMint,
  getOrCreateAssociatedTokenAccount,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  transferChecked,
} from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  sendAndConfirmTransaction,
  type TransactionConfirmationStrategy,
  type TransactionSignature,
} from '@solana/web3.js';
import { eventually } from '@likewell/testing/eventually';
import { LIQUIDITY, RESERVE, TREASURY } from '../src/keys.js';
import { startSolana, type LocalSolana } from '../src/start-solana.js';

const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

let solana: LocalSolana;
let connection: Connection;
let mint: PublicKey;
let platform: PublicKey;
let member: Keypair;
let wallet: PublicKey;

beforeAll(async () => {
  // A blockhash stands for 150 slots: long enough for a busy machine to send and confirm what was signed with it.
  solana = await startSolana({ slotMs: 60 });
  connection = new PollingConnection(solana.url, 'confirmed');
  mint = new PublicKey(solana.mint);
  platform = new PublicKey(solana.receivingTokenAccount);
  member = Keypair.generate();
  wallet = getAssociatedTokenAddressSync(mint, member.publicKey);
  await faucet(member.publicKey, 1000);
});
afterAll(() => solana.stop());

/** web3.js and spl-token wait for a confirmation on a websocket, which the stand-in has not. */
class PollingConnection extends Connection {
  override confirmTransaction(
    strategy: TransactionConfirmationStrategy | string,
    commitment = this.commitment,
  ) {
    const signature = typeof strategy === 'string' ? strategy : strategy.signature;
    return eventually(async () => {
      const { context, value } = await this.getSignatureStatus(signature);
      const reached = value?.confirmationStatus;
      expect(commitment === 'confirmed' ? ['confirmed', 'finalized'] : ['finalized']).toContain(reached);
      return { context, value: { err: value?.err ?? null } };
    });
  }
}

async function faucet(to: PublicKey, like: number | string): Promise<void> {
  const response = (await (
    await fetch(solana.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'likewell_faucet',
        params: [to.toBase58(), like],
      }),
    })
  ).json()) as { result: { signature: string } };
  await confirm(response.result.signature);
}

async function confirm(signature: TransactionSignature, commitment: 'confirmed' | 'finalized' = 'confirmed') {
  const { value } = await connection.confirmTransaction(
    { signature, ...(await connection.getLatestBlockhash()) },
    commitment,
  );
  expect(value.err).toBeNull();
}

const transfer = (amount: bigint, from = wallet, owner = member.publicKey) =>
  createTransferCheckedInstruction(from, mint, platform, owner, amount, 6);
const memo = (text: string) =>
  new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(text) });

it('begins with the billion that the white paper distributes, and nobody can mint more', async () => {
  const { supply, decimals, mintAuthority, freezeAuthority } = await getMint(connection, mint);
  expect([supply, decimals, mintAuthority, freezeAuthority]).toEqual([10n ** 15n, 6, null, null]);
  const shares = [LIQUIDITY, TREASURY, RESERVE].map(async ({ publicKey }) => {
    const owned = getAssociatedTokenAddressSync(mint, publicKey);
    return (await connection.getTokenAccountBalance(owned, 'finalized')).value.uiAmountString;
  });
  expect(await Promise.all(shares)).toEqual([
    expect.stringMatching(/^(780000000|779999000)$/),
    '120000000',
    '100000000',
  ]);
  const receiving = await getAccount(connection, platform, 'finalized');
  expect([receiving.owner.toBase58(), receiving.mint.toBase58()]).toEqual([
    solana.receivingWallet,
    solana.mint,
  ]);
});

it('takes a deposit as the page makes it, and tells its balances and its memo', async () => {
  const before = await connection.getTokenAccountBalance(platform);
  const latest = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: member.publicKey, ...latest }).add(
    createAssociatedTokenAccountIdempotentInstruction(
      member.publicKey,
      platform,
      new PublicKey(solana.receivingWallet),
      mint,
    ),
    transfer(123_456_789n),
    memo('likewell:abc'),
  );
  transaction.sign(member);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  const { value } = await connection.confirmTransaction({ signature, ...latest }, 'finalized');
  expect(value.err).toBeNull();

  const found = await connection.getTransaction(signature, {
    commitment: 'finalized',
    maxSupportedTransactionVersion: 0,
  });
  const amount = (list: typeof found, when: 'preTokenBalances' | 'postTokenBalances') =>
    list?.meta?.[when]?.find(({ owner }) => owner === solana.receivingWallet)?.uiTokenAmount.amount;
  const gained =
    BigInt(amount(found, 'postTokenBalances') ?? 0) - BigInt(amount(found, 'preTokenBalances') ?? 0);
  expect([gained, before.value.amount]).toEqual([123_456_789n, amount(found, 'preTokenBalances')]);
  expect(found?.meta?.fee).toBe(5000);
  expect(found?.meta?.innerInstructions).toBeDefined();
  expect(found?.meta?.logMessages?.some((line) => line.includes('likewell:abc'))).toBe(true);

  const [row] = await connection.getSignaturesForAddress(platform, { limit: 1 }, 'finalized');
  expect(row).toMatchObject({
    signature,
    memo: '[12] likewell:abc',
    err: null,
    confirmationStatus: 'finalized',
  });
  const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(parsed?.transaction.message.instructions).toMatchObject([
    { programId: expect.any(PublicKey) as PublicKey },
    {
      program: 'spl-token',
      parsed: { type: 'transferChecked', info: { tokenAmount: { uiAmountString: '123.456789' } } },
    },
    { program: 'spl-memo', parsed: 'likewell:abc' },
  ]);
});

it('serves getOrCreateAssociatedTokenAccount, transferChecked and the inner instructions they make', async () => {
  const friend = Keypair.generate();
  const account = await getOrCreateAssociatedTokenAccount(connection, member, mint, friend.publicKey);
  const signature = await transferChecked(connection, member, wallet, mint, account.address, member, 5n, 6);
  expect((await getAccount(connection, account.address)).amount).toBe(5n);
  expect((await connection.getSignatureStatus(signature)).value?.err).toBeNull();
  const [created] = await connection.getSignaturesForAddress(friend.publicKey);
  const inner = (
    await connection.getTransaction(created?.signature ?? '', { maxSupportedTransactionVersion: 0 })
  )?.meta?.innerInstructions;
  expect(inner?.[0]?.instructions.length).toBeGreaterThan(2);
  const owned = await connection.getParsedTokenAccountsByOwner(friend.publicKey, { mint });
  expect(owned.value[0]?.account.data.parsed).toMatchObject({ info: { tokenAmount: { amount: '5' } } });
});

it('gives SOL, and answers a batch of transactions in one request', async () => {
  const newcomer = Keypair.generate().publicKey;
  const signatures = [
    await connection.requestAirdrop(newcomer, LAMPORTS_PER_SOL),
    await connection.requestAirdrop(newcomer, LAMPORTS_PER_SOL),
  ];
  for (const signature of signatures) await confirm(signature);
  expect(await connection.getBalance(newcomer)).toBe(2 * LAMPORTS_PER_SOL);
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
  const parsed = await connection.getParsedTransactions([...signatures, '5'.repeat(88)], options);
  expect(parsed.map((one) => one?.transaction.signatures[0])).toEqual([...signatures, undefined]);
  expect(parsed[0]?.transaction.message.instructions[0]).toMatchObject({
    parsed: { type: 'transfer', info: { lamports: LAMPORTS_PER_SOL } },
  });
});

it('runs a versioned transaction whose accounts come out of a lookup table', async () => {
  const [make, table] = AddressLookupTableProgram.createLookupTable({
    authority: member.publicKey,
    payer: member.publicKey,
    recentSlot: await connection.getSlot('finalized'),
  });
  const fill = AddressLookupTableProgram.extendLookupTable({
    payer: member.publicKey,
    authority: member.publicKey,
    lookupTable: table,
    addresses: [wallet, platform, mint],
  });
  await sendAndConfirmTransaction(connection, new Transaction().add(make, fill), [member]);
  const { value: lookupTable } = await connection.getAddressLookupTable(table);
  expect(lookupTable?.state.addresses).toHaveLength(3);

  const latest = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: member.publicKey,
    recentBlockhash: latest.blockhash,
    instructions: [transfer(7n)],
  }).compileToV0Message(lookupTable ? [lookupTable] : []);
  const transaction = new VersionedTransaction(message);
  transaction.sign([member]);
  const signature = await connection.sendTransaction(transaction);
  await confirm(signature);
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(found?.version).toBe(0);
  expect(found?.meta?.loadedAddresses?.writable.map(String).sort()).toEqual(
    [wallet, platform].map(String).sort(),
  );
  const at = found?.meta?.postTokenBalances?.find(
    ({ owner }) => owner === solana.receivingWallet,
  )?.accountIndex;
  const keys = found?.transaction.message.getAccountKeys({
    accountKeysFromLookups: found.meta?.loadedAddresses ?? null,
  });
  expect(keys?.get(at ?? -1)?.toBase58()).toBe(platform.toBase58());
});

it('has mints and accounts of Token-2022', async () => {
  const other = await createMint(
    connection,
    member,
    member.publicKey,
    null,
    6,
    undefined,
    undefined,
    TOKEN_2022_PROGRAM_ID,
  );
  const account = await getOrCreateAssociatedTokenAccount(
    connection,
    member,
    other,
    member.publicKey,
    false,
    undefined,
    undefined,
    TOKEN_2022_PROGRAM_ID,
  );
  const signature = await mintTo(
    connection,
    member,
    other,
    account.address,
    member,
    99n,
    [],
    undefined,
    TOKEN_2022_PROGRAM_ID,
  );
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(found?.meta?.postTokenBalances).toMatchObject([
    { mint: other.toBase58(), programId: TOKEN_2022_PROGRAM_ID.toBase58(), uiTokenAmount: { amount: '99' } },
  ]);
  expect((await connection.getTokenAccountBalance(account.address)).value.amount).toBe('99');
});

describe('a preflight', () => {
  const signed = async (build: (transaction: Transaction) => void, blockhash?: string) => {
    const latest = await connection.getLatestBlockhash();
    const transaction = new Transaction({
      feePayer: member.publicKey,
      ...latest,
      ...(blockhash && { blockhash }),
    });
    build(transaction);
    transaction.sign(member);
    return transaction.serialize();
  };

  it('rejects more than there is, with the logs, and nothing of it stays', async () => {
    const raw = await signed((transaction) => transaction.add(transfer(10n ** 15n)));
    const failure = await connection.sendRawTransaction(raw).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SendTransactionError);
    const { message, logs } = failure as SendTransactionError;
    expect(message).toContain('Error processing Instruction 0: custom program error: 0x1');
    expect(logs?.join()).toContain('insufficient funds');
  });

  it('is skipped on demand: the failed transaction lands, pays its fee and moves nothing', async () => {
    const raw = await signed((transaction) => transaction.add(transfer(10n ** 15n + 1n)));
    const lamports = await connection.getBalance(member.publicKey);
    const signature = await connection.sendRawTransaction(raw, { skipPreflight: true });
    const latest = await connection.getLatestBlockhash();
    const { err } = (await connection.confirmTransaction({ signature, ...latest }, 'confirmed')).value;
    expect(err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(await connection.getBalance(member.publicKey)).toBe(lamports - 5000);
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.meta?.err).toEqual(err);
    expect(found?.meta?.preTokenBalances).toEqual(found?.meta?.postTokenBalances);
  });

  it('rejects a second time, a made-up blockhash, a forged signature and a payer with nothing', async () => {
    const raw = await signed((transaction) => transaction.add(transfer(11n)));
    await connection.sendRawTransaction(raw);
    await expect(connection.sendRawTransaction(raw)).rejects.toThrow('already been processed');
    const old = await signed(
      (transaction) => transaction.add(transfer(12n)),
      Keypair.generate().publicKey.toBase58(),
    );
    await expect(connection.sendRawTransaction(old)).rejects.toThrow('Blockhash not found');
    const forged = await signed((transaction) => transaction.add(transfer(13n)));
    forged[10] = (forged[10] ?? 0) ^ 1;
    await expect(connection.sendRawTransaction(forged)).rejects.toThrow('signature verification failure');
    const poor = Keypair.generate();
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    const unpaid = new Transaction({ feePayer: poor.publicKey, blockhash, lastValidBlockHeight }).add(
      SystemProgram.transfer({ fromPubkey: poor.publicKey, toPubkey: member.publicKey, lamports: 1 }),
    );
    unpaid.sign(poor);
    await expect(connection.sendRawTransaction(unpaid.serialize())).rejects.toThrow(
      'no record of a prior credit',
    );
    const signature = await connection.sendRawTransaction(unpaid.serialize(), { skipPreflight: true });
    expect((await connection.getSignatureStatus(signature)).value).toBeNull();
  });
});
