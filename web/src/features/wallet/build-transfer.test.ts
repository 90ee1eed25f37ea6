import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Connection, Keypair, type PublicKey, Transaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { expect, it, vi } from 'vitest';
import { buildTransfer } from './build-transfer';

// The chain's libraries do not recognize Node's buffers as instances of jsdom's own class.
vi.hoisted(() => Object.assign(globalThis, { Uint8Array: Object.getPrototypeOf(Buffer) as unknown }));

const [mint, receiver, owner] = [0, 1, 2].map(() => Keypair.generate().publicKey) as [
  PublicKey,
  PublicKey,
  PublicKey,
];
const settings = {
  mint: mint.toBase58(),
  receivingWallet: receiver.toBase58(),
  decimals: 6,
  rpcUrl: 'http://rpc.test',
  memo: 'likewell:a',
};

/** Returns a node on which only the owner has a LIKE account under this program. */
function nodeOf(program: PublicKey): Connection {
  const from = getAssociatedTokenAddressSync(mint, owner, true, program).toBase58();
  const respond = (method: string, [address]: unknown[]): unknown => {
    if (method === 'getTokenAccountBalance') return { amount: '5000000', decimals: 6, uiAmount: 5 };
    if (method === 'getLatestBlockhash')
      return { blockhash: bs58.encode(new Uint8Array(32).fill(1)), lastValidBlockHeight: 100 };
    const info = {
      data: ['', 'base64'],
      executable: false,
      lamports: 1,
      owner: program.toBase58(),
      rentEpoch: 0,
    };
    return address === from ? info : null;
  };
  const fetch = (_: unknown, init?: { body?: unknown }) => {
    const { id, method, params } = JSON.parse(String(init?.body)) as {
      id: string;
      method: string;
      params: unknown[];
    };
    const result = { context: { slot: 1 }, value: respond(method, params) };
    return Promise.resolve(new Response(JSON.stringify({ jsonrpc: '2.0', id, result })));
  };
  return new Connection(settings.rpcUrl, { fetch });
}

it.each([
  ['the classic program', TOKEN_PROGRAM_ID],
  ['Token-2022', TOKEN_2022_PROGRAM_ID],
])('a transfer is one of %s where the mint is, at its accounts', async (_, program) => {
  const named = { ...settings, tokenProgram: program.toBase58() };
  const { transaction } = await buildTransfer(nodeOf(program), owner, named, 2_000_000_000n);
  const [open, transfer] = Transaction.from(transaction).instructions;
  const accountOf = (wallet: PublicKey) => getAssociatedTokenAddressSync(mint, wallet, true, program);
  expect(open?.programId).toEqual(ASSOCIATED_TOKEN_PROGRAM_ID);
  expect(open?.keys.map(({ pubkey }) => pubkey)).toEqual(
    expect.arrayContaining([accountOf(receiver), receiver, mint, program]),
  );
  expect(transfer?.programId).toEqual(program);
  expect(transfer?.keys.map(({ pubkey }) => pubkey)).toEqual([
    accountOf(owner),
    mint,
    accountOf(receiver),
    owner,
  ]);
});
