import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { sendLike } from './send-like';

// The chain's libraries do not recognize Node's buffers as instances of jsdom's own class.
vi.hoisted(() => Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) as unknown }));

const keys = Keypair.generate();
const address = keys.publicKey.toBase58();
const settings = {
  mint: Keypair.generate().publicKey.toBase58(),
  tokenProgram: TOKEN_PROGRAM_ID.toBase58(),
  receivingWallet: Keypair.generate().publicKey.toBase58(),
  decimals: 6,
  rpcUrl: 'http://rpc.test',
  memo: 'likewell:a',
};

const [BUILT, NEWER, NONCE] = [1, 2, 3].map((byte) => bs58.encode(new Uint8Array(32).fill(byte))) as [
  string,
  string,
  string,
];

const account = { address, publicKey: keys.publicKey.toBytes(), chains: [], features: [] };
const walletWith = (features: object): SolanaWallet => ({
  version: '1.0.0',
  name: 'Test',
  icon: 'data:image/svg+xml;base64,',
  chains: [],
  accounts: [account],
  features: {
    'standard:connect': { version: '1.0.0', connect: () => Promise.resolve({ accounts: [account] }) },
    ...features,
  },
});

/** Signs a transfer, as the person's wallet has made it. */
function sign(transaction: Uint8Array): VersionedTransaction {
  askedBefore = [...asked];
  const signed = VersionedTransaction.deserialize(transaction);
  signed.addSignature(keys.publicKey, nacl.sign.detached(signed.message.serialize(), keys.secretKey));
  return signed;
}

/** A wallet that signs but does not send, and may change the transfer before. */
const signing = (change: (transaction: Uint8Array) => Uint8Array = (transaction) => transaction) =>
  walletWith({
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: ({ transaction }: { transaction: Uint8Array }) =>
        Promise.resolve([{ signedTransaction: sign(change(transaction)).serialize() }]),
    },
  });

/** Puts another blockhash into a transfer. */
function restamp(transaction: Uint8Array, blockhash: string): Uint8Array {
  const changed = VersionedTransaction.deserialize(transaction);
  changed.message.recentBlockhash = blockhash;
  return changed.serialize();
}

/** Makes a transfer one of a durable nonce, which is valid until its nonce is used. */
function giveNonce(transaction: Uint8Array): Uint8Array {
  const changed = Transaction.from(transaction);
  const nonce = { noncePubkey: Keypair.generate().publicKey, authorizedPubkey: keys.publicKey };
  changed.instructions.unshift(SystemProgram.nonceAdvance(nonce));
  changed.recentBlockhash = NONCE;
  return changed.serialize({ requireAllSignatures: false, verifySignatures: false });
}

/** A wallet that signs a transfer with a newer blockhash, and sends it by itself. */
const sending = walletWith({
  'solana:signAndSendTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy', 0],
    signAndSendTransaction: ({ transaction }: { transaction: Uint8Array }) => {
      const [signature = new Uint8Array()] = sign(restamp(transaction, NEWER)).signatures;
      got.push(bs58.encode(signature));
      return Promise.resolve([{ signature }]);
    },
  },
});

/** Signatures of the transfers that the node received, in order. */
let got: string[];
/** Methods that the node was asked for, all of them and those before the wallet was to sign. */
let asked: string[];
let askedBefore: string[];
/** Number of the node's responses to come that do not know a transfer yet. */
let unknownTimes: number;
/** Height of the last final block. */
let height: number;
/** What the node says of the latest blockhash, one after the other; null where it does not respond. */
let latest: ({ blockhash: string; lastValidBlockHeight: number } | null)[];
/** Replaces the response to the first sending of a transfer; null for the node's own response. */
let mishap: (() => Response) | null;

/** Responds as a Solana node that confirms whatever it receives. */
function respond(method: string, params: unknown[]): unknown {
  const known = { context: { slot: 1 } };
  switch (method) {
    case 'getAccountInfo': {
      const data = ['', 'base64'];
      return { ...known, value: { data, executable: false, lamports: 1, owner: address, rentEpoch: 0 } };
    }
    case 'getTokenAccountBalance':
      return { ...known, value: { amount: '5000000', decimals: 6, uiAmount: 5 } };
    case 'getLatestBlockhash':
      return { ...known, value: latest.shift() ?? loseLine() };
    case 'getGenesisHash':
      return BUILT;
    case 'getBlockHeight':
      return height;
    case 'getSignatureStatuses': {
      const status = { slot: 1, confirmations: 1, err: null, confirmationStatus: 'confirmed' };
      const [signatures] = params as [string[]];
      const isKnown = (signature: string) => (unknownTimes -= 1) < 0 && got.includes(signature);
      return { ...known, value: signatures.map((signature) => (isKnown(signature) ? status : null)) };
    }
    default:
      throw new Error(`this node does not know ${method}`);
  }
}

function receive(transaction: string): string {
  const bytes = Uint8Array.from(atob(transaction), (character) => character.charCodeAt(0));
  const [signature = new Uint8Array()] = VersionedTransaction.deserialize(bytes).signatures;
  got.push(bs58.encode(signature));
  return bs58.encode(signature);
}

beforeEach(() => {
  got = [];
  asked = [];
  unknownTimes = 0;
  height = 1;
  latest = [{ blockhash: BUILT, lastValidBlockHeight: 100 }];
  mishap = null;
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    await Promise.resolve();
    const { id, method, params } = JSON.parse(body) as { id: string; method: string; params: unknown[] };
    asked.push(method);
    if (method === 'sendTransaction') {
      const result = receive(String(params[0]));
      const occurs = mishap;
      mishap = null;
      return occurs?.() ?? json({ jsonrpc: '2.0', id, result });
    }
    return json({ jsonrpc: '2.0', id, result: respond(method, params) });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const json = (body: unknown) => new Response(JSON.stringify(body));
const send = (wallet = signing()) =>
  sendLike({ wallet, account, settings, nano: 1_000_000_000n, onStep: vi.fn() });
const rejected = (message: string) => () =>
  json({ jsonrpc: '2.0', id: '', error: { code: -32002, message } });

function loseLine(): never {
  throw new TypeError('Failed to fetch');
}

it('a transfer answers the signature by which the chain knows it', async () => {
  expect([await send()]).toEqual(got);
});

it('the time in which a member may sign begins when they are asked to', async () => {
  await send();
  expect(askedBefore.at(-1)).toBe('getLatestBlockhash');
});

it.each([
  ['the line breaks', loseLine],
  ['a proxy gives up', () => new Response('Bad Gateway', { status: 502 })],
  ['a provider fails after it has passed it on', rejected('Internal error')],
  [
    'the node has it already',
    rejected('Transaction simulation failed: This transaction has already been processed'),
  ],
])('a transfer that the node took is no failure where %s', async (_case, happens) => {
  mishap = happens;
  expect([await send()]).toEqual(got);
});

it.each([
  [
    'Transaction simulation failed: custom program error: 0x1',
    'Solana refused the transfer. Your LIKE stays in your wallet. It said: Transaction simulation failed: custom program error: 0x1',
  ],
  [
    'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    'There is not enough SOL in this wallet for the fee of the network.',
  ],
  [
    'Transaction simulation failed: Blockhash not found',
    'It took too long to sign, so nothing was sent. Please try again.',
  ],
])('a transfer that the node rejects with %o fails', async (message, sentence) => {
  mishap = rejected(message);
  await expect(send()).rejects.toThrow(sentence);
});

describe('of a transfer that the wallet has changed, or sent by itself', () => {
  const renewed = { blockhash: NEWER, lastValidBlockHeight: 450 };
  const restamping = signing((transaction) => restamp(transaction, NEWER));

  beforeEach(() => {
    // The person took a minute: what the page had built is in no block any more.
    height = 300;
    latest.push(renewed);
    vi.useFakeTimers();
  });

  /** Sends, and returns the signature or what it failed with. */
  async function outcomeOf(wallet: SolanaWallet): Promise<string> {
    const outcomes: string[] = [];
    void send(wallet)
      .catch((error: unknown) => (error as Error).message)
      .then((outcome) => outcomes.push(outcome));
    for (;;) {
      const [outcome] = outcomes;
      if (outcome !== undefined) return outcome;
      await vi.advanceTimersByTimeAsync(500);
    }
  }

  it.each([
    ['that has a newer blockhash', restamping],
    ['that it has sent', sending],
  ])('%s, the page does not say that it was too late while it may still arrive', async (_, wallet) => {
    unknownTimes = 10;
    expect(got).toContain(await outcomeOf(wallet));
    expect(unknownTimes).toBeLessThan(0);
  });

  it.each([
    ['that has a newer blockhash', restamping],
    ['that it has sent', sending],
  ])('%s, the page says so once that is too old as well', async (_, wallet) => {
    unknownTimes = Infinity;
    height = renewed.lastValidBlockHeight + 1;
    expect(await outcomeOf(wallet)).toBe(
      'Solana did not take the transfer in time. Your LIKE stays in your wallet.',
    );
  });

  it.each([
    ['that has a newer blockhash, where the node does not say until when it holds', restamping, null],
    ['that it has sent, where the node does not say until when it holds', sending, null],
    ['that has a durable nonce', signing(giveNonce), renewed],
  ])('%s, the page never says that it was too late, and reports it', async (_, wallet, last) => {
    unknownTimes = Infinity;
    height = 1_000_000;
    latest = [...latest.slice(0, 1), last];
    expect(got).toContain(await outcomeOf(wallet));
  });
});
