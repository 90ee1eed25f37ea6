import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

/** A wallet that signs but does not send. */
const account = { address, publicKey: keys.publicKey.toBytes(), chains: [], features: [] };
const wallet: SolanaWallet = {
  version: '1.0.0',
  name: 'Test',
  icon: 'data:image/svg+xml;base64,',
  chains: [],
  accounts: [account],
  features: {
    'standard:connect': { version: '1.0.0', connect: () => Promise.resolve({ accounts: [account] }) },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: ({ transaction }: { transaction: Uint8Array }) => {
        askedBefore = [...asked];
        const signed = VersionedTransaction.deserialize(transaction);
        signed.addSignature(keys.publicKey, nacl.sign.detached(signed.message.serialize(), keys.secretKey));
        return Promise.resolve([{ signedTransaction: signed.serialize() }]);
      },
    },
  },
};

/** Signatures of the transfers that the node received, in order. */
let got: string[];
/** Methods that the node was asked for, all of them and those before the wallet was to sign. */
let asked: string[];
let askedBefore: string[];
/** Replaces the response to the first sending of a transfer; null for the node's own response. */
let mishap: (() => Response) | null;

/** Responds as a Solana node that confirms whatever it receives. */
function respond(method: string, params: unknown[]): unknown {
  const known = { context: { slot: 1 } };
  const blockhash = bs58.encode(new Uint8Array(32).fill(1));
  switch (method) {
    case 'getAccountInfo': {
      const data = ['', 'base64'];
      return { ...known, value: { data, executable: false, lamports: 1, owner: address, rentEpoch: 0 } };
    }
    case 'getTokenAccountBalance':
      return { ...known, value: { amount: '5000000', decimals: 6, uiAmount: 5 } };
    case 'getLatestBlockhash':
      return { ...known, value: { blockhash, lastValidBlockHeight: 100 } };
    case 'getGenesisHash':
      return blockhash;
    case 'getBlockHeight':
      return 1;
    case 'getSignatureStatuses': {
      const status = { slot: 1, confirmations: 1, err: null, confirmationStatus: 'confirmed' };
      const [signatures] = params as [string[]];
      return { ...known, value: signatures.map((signature) => (got.includes(signature) ? status : null)) };
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
afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown) => new Response(JSON.stringify(body));
const send = () => sendLike({ wallet, account, settings, nano: 1_000_000_000n, onStep: vi.fn() });
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
