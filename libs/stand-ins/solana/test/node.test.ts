import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
  type MessageV0,
} from '@solana/web3.js';
import { startSolana, type LocalSolana } from '../src/start-solana.js';
import { call, post, type Json } from './rpc-client.js';

/** Slots so long that practically only the test advances them. */
const SLOW_SLOT_MS = 60_000;

let solana: LocalSolana;
const member = Keypair.generate();
const rpc = <Result = Json>(method: string, ...params: unknown[]) =>
  call<Result>(solana.url, method, ...params);

beforeAll(async () => {
  solana = await startSolana({ slotMs: SLOW_SLOT_MS });
  solana.faucet(member.publicKey.toBase58(), '10000');
  solana.skipSlots();
});
afterAll(() => solana.stop());

const mint = () => new PublicKey(solana.mint);
const receiving = () => new PublicKey(solana.receivingTokenAccount);
function deposit(amount: bigint): string {
  const from = getAssociatedTokenAddressSync(mint(), member.publicKey);
  const transfer = createTransferCheckedInstruction(from, mint(), receiving(), member.publicKey, amount, 6);
  const { signature, err } = solana.send([transfer], [member]);
  expect(err).toBeNull();
  return signature;
}
const listed = async (options: object) =>
  (await rpc<{ signature: string }[]>('getSignaturesForAddress', solana.receivingTokenAccount, options)).map(
    ({ signature }) => signature,
  );
const balance = async (commitment: string) =>
  (await rpc('getTokenAccountBalance', solana.receivingTokenAccount, { commitment })).value.amount as string;

it('shows a transaction at each level only when its slot has reached that level', async () => {
  const before = await balance('processed');
  const signature = deposit(1000n);
  const after = String(BigInt(before) + 1000n);
  const seen = async () => [
    (await rpc('getSignatureStatuses', [signature])).value[0].confirmationStatus,
    await balance('processed'),
    await balance('confirmed'),
    await balance('finalized'),
    (await rpc('getTransaction', signature, { commitment: 'confirmed' })) !== null,
    (await rpc('getTransaction', signature)) !== null,
    (await listed({ commitment: 'confirmed' })).includes(signature),
    (await listed({})).includes(signature),
  ];
  expect(await seen()).toEqual(['processed', after, before, before, false, false, false, false]);
  solana.skipSlots(1);
  expect((await rpc('getSignatureStatuses', [signature])).value[0]).toMatchObject({
    confirmations: 1,
    confirmationStatus: 'processed',
  });
  solana.skipSlots(1);
  expect(await seen()).toEqual(['confirmed', after, after, before, true, false, true, false]);
  solana.skipSlots(29);
  expect(await seen()).toEqual(['confirmed', after, after, before, true, false, true, false]);
  solana.skipSlots(1);
  expect(await seen()).toEqual(['finalized', after, after, after, true, true, true, true]);
  expect((await rpc('getSignatureStatuses', [signature])).value[0].confirmations).toBeNull();
});

it('pages from the newest to the oldest by before, until and limit, within one slot too', async () => {
  const made = Array.from({ length: 25 }, (_, index) => deposit(BigInt(2000 + index)));
  solana.skipSlots();
  const newestFirst = made.toReversed();
  expect((await listed({ limit: 25 })).slice(0, 25)).toEqual(newestFirst);
  expect(await listed({ before: newestFirst[4], limit: 10 })).toEqual(newestFirst.slice(5, 15));
  expect(await listed({ until: newestFirst[7] })).toEqual(newestFirst.slice(0, 7));
  expect(await listed({ before: newestFirst[4], until: newestFirst[7] })).toEqual(newestFirst.slice(5, 7));
  const walked: string[] = [];
  for (let page = await listed({ limit: 7 }); page.length > 0;)
    page = await listed({ before: walked[walked.push(...page) - 1], limit: 7 });
  expect(walked).toEqual(await listed({ limit: 1000 }));
  expect(new Set(walked).size).toBe(walked.length);
  const unknown = '5'.repeat(88);
  expect(await listed({ before: unknown })).toEqual([]);
  expect(await listed({ until: unknown, limit: 5 })).toEqual(newestFirst.slice(0, 5));
});

it('forgets an old status unless history is searched, and rejects what a real node rejects', async () => {
  const signature = deposit(3000n);
  solana.skipSlots(200);
  const statuses = (options?: object) => rpc('getSignatureStatuses', [signature], options);
  expect((await statuses()).value).toEqual([null]);
  expect((await statuses({ searchTransactionHistory: true })).value[0]).toMatchObject({
    err: null,
    confirmationStatus: 'finalized',
  });
  const tooMany = rpc('getSignatureStatuses', Array<string>(257).fill(signature));
  await expect(tooMany).rejects.toThrow('-32602 Too many inputs provided; max 256');
  for (const limit of [0, 1001]) {
    const page = rpc('getSignaturesForAddress', solana.mint, { limit });
    await expect(page).rejects.toThrow('-32602 Invalid limit; max 1000');
  }
  const early = rpc('getTransaction', signature, { commitment: 'processed' });
  await expect(early).rejects.toThrow('-32602 Method does not support commitment below `confirmed`');
  const future = rpc('getBalance', solana.mint, { minContextSlot: 1e9 });
  await expect(future).rejects.toThrow('-32016 Minimum context slot has not been reached');
});

it('lets a blockhash stand for its slots, and a preflight know only those of its level', async () => {
  const send = async (level: string, preflightCommitment: string) => {
    const { value } = await rpc('getLatestBlockhash', { commitment: level });
    const transaction = new Transaction({ feePayer: member.publicKey, ...value }).add(
      SystemProgram.transfer({
        fromPubkey: member.publicKey,
        toPubkey: member.publicKey,
        lamports: Math.ceil(Math.random() * 1e8),
      }),
    );
    transaction.sign(member);
    return () =>
      rpc('sendTransaction', transaction.serialize().toString('base64'), {
        encoding: 'base64',
        preflightCommitment,
      });
  };
  await expect((await send('processed', 'finalized'))()).rejects.toThrow('-32002');
  await expect((await send('processed', 'processed'))()).resolves.toBeDefined();
  const late = await send('processed', 'processed');
  solana.skipSlots(151);
  await expect(late()).rejects.toThrow('Blockhash not found');
});

it('gives LIKE and SOL, within bounds, to everybody alike', async () => {
  const newcomer = Keypair.generate().publicKey.toBase58();
  const { signature, amount } = await rpc('likewell_faucet', newcomer, '12.5');
  expect([typeof signature, amount]).toEqual(['string', '12500000']);
  await rpc('likewell_faucet', newcomer, 7);
  const owned = await rpc(
    'getTokenAccountsByOwner',
    newcomer,
    { mint: solana.mint },
    { encoding: 'jsonParsed', commitment: 'processed' },
  );
  expect(owned.value[0].account.data.parsed.info.tokenAmount.uiAmountString).toBe('19.5');
  expect((await rpc('getBalance', newcomer, { commitment: 'processed' })).value).toBe(1e9);
  for (const wrong of [0, -1, 100_001, 'NaN', '1e3', 0.000_000_1, '1.0000001', null, {}, '']) {
    await expect(rpc('likewell_faucet', newcomer, wrong)).rejects.toThrow('-32602');
  }
  for (const wrong of ['', 'x', '0'.repeat(44), 7, null, `${newcomer}1`]) {
    await expect(rpc('likewell_faucet', wrong, 1)).rejects.toThrow('-32602');
  }
});

/** Adds a lookup table that does not exist. */
function withLookup(message: MessageV0): MessageV0 {
  message.addressTableLookups.push({ accountKey: mint(), writableIndexes: [0], readonlyIndexes: [200] });
  return message;
}

describe('nonsense', () => {
  it.each([
    ['no JSON', '{"jsonrpc":', -32700],
    ['no call', '7', -32600],
    ['null', 'null', -32600],
    ['an empty batch', '[]', -32600],
    ['an old version', '{"jsonrpc":"1.0","id":1,"method":"getSlot"}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['a batch without end', JSON.stringify(Array<number>(501).fill(1)), -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
    ['parameters by name', '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":{"a":1}}', -32602],
    ['parameters that are missing', '{"jsonrpc":"2.0","id":1,"method":"getBalance"}', -32602],
  ])('as %s gets the error of a node', async (_, body, code) => {
    const response = await post(solana.url, body);
    expect([response.status, ((await response.json()) as Json).error.code]).toEqual([200, code]);
  });

  it('answers a batch in its order, a bad call in it for itself, and a notification not at all', async () => {
    const one = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });
    const batch = [one(1, 'getHealth'), one(2, 'nothing'), { jsonrpc: '2.0', method: 'getSlot' }, 5];
    const responses = (await (await post(solana.url, batch)).json()) as Json[];
    expect(responses.map(({ id, result, error }) => [id, result ?? error.code])).toEqual([
      [1, 'ok'],
      [2, -32601],
      [null, -32600],
    ]);
  });

  it('is bounded in size and must say that it is JSON', async () => {
    expect((await post(solana.url, `"${'x'.repeat(60_000)}"`)).status).toBe(413);
    expect((await post(solana.url, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(solana.url, { method: 'PUT' })).status).toBe(405);
  });

  it('lets a page of another origin in, as a node does', async () => {
    const asked = await fetch(solana.url, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:8080' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-headers')).toBe('*');
  });

  const METHODS_WITH_PARAMETERS = [
    'getAccountInfo',
    'getMultipleAccounts',
    'getTokenAccountBalance',
    'getTokenAccountsByOwner',
    'getSignaturesForAddress',
    'getSignatureStatuses',
    'getTransaction',
    'sendTransaction',
    'requestAirdrop',
    'likewell_faucet',
    'getMinimumBalanceForRentExemption',
  ];

  it('in any parameter of any method is rejected as a bad parameter, never as a failure of the node', async () => {
    const values = [
      null,
      true,
      -1,
      1.5,
      2 ** 53,
      '',
      'x',
      '\u0000',
      '1'.repeat(32),
      '5'.repeat(88),
      'AA==',
      [],
      {},
      [[]],
    ];
    const wrong: unknown[] = [];
    for (const method of METHODS_WITH_PARAMETERS) {
      const batch = values.flatMap((first) =>
        values.map((second) => ({ jsonrpc: '2.0', id: 1, method, params: [first, second, second] })),
      );
      const responses = (await (await post(solana.url, batch)).json()) as Json[];
      wrong.push(
        ...responses.flatMap((one, index) => (one.error?.code === -32603 ? [[batch[index], one]] : [])),
      );
    }
    expect(wrong).toEqual([]);
    expect(await rpc('getHealth')).toBe('ok');
  });

  it('in the bytes of a transaction neither lands nor harms', async () => {
    const { value } = await rpc('getLatestBlockhash', { commitment: 'processed' });
    const from = getAssociatedTokenAddressSync(mint(), member.publicKey);
    const message = new TransactionMessage({
      payerKey: member.publicKey,
      recentBlockhash: value.blockhash,
      instructions: [createTransferCheckedInstruction(from, mint(), receiving(), member.publicKey, 1n, 6)],
    });
    const raws = [message.compileToLegacyMessage(), withLookup(message.compileToV0Message())].map((one) => {
      const transaction = new VersionedTransaction(one);
      transaction.sign([member]);
      return transaction.serialize();
    });
    const before = await balance('processed');
    const count = await rpc<number>('getTransactionCount');
    const spoilt = Array.from({ length: 800 }, (_, index) => {
      const raw = raws[index % 2] ?? new Uint8Array();
      const bytes = Buffer.from(raw);
      const at = index / 2 < raw.length ? Math.floor(index / 2) : Math.floor(Math.random() * raw.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + Math.floor(Math.random() * 255));
      return index % 3 === 0 ? bytes.subarray(0, at) : bytes;
    });
    const calls = spoilt.flatMap((bytes) =>
      [false, true].map((skipPreflight) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [bytes.toString('base64'), { encoding: 'base64', skipPreflight }],
      })),
    );
    const codes = new Set<number>();
    while (calls.length > 0) {
      const response = await post(solana.url, calls.splice(0, 40));
      for (const { error } of (await response.json()) as Json[]) codes.add(error?.code ?? 0);
    }
    expect([...codes].sort().filter((code) => ![0, -32602, -32002, -32003].includes(code))).toEqual([]);
    expect([await balance('processed'), await rpc('getTransactionCount')]).toEqual([before, count]);
  });
});
