import { createTransferCheckedInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Connection, type Keypair, PublicKey, Transaction } from '@solana/web3.js';
import type { Page } from '@playwright/test';
import { api, signUp } from './api.ts';
import { BASE_URL } from './base-url.ts';

let rpcUrl: Promise<string> | null = null;

/** Returns the RPC address of the stack's own Solana, as the page gets it. */
function findRpcUrl(): Promise<string> {
  rpcUrl ??= fetch(`${BASE_URL}/settings.json`).then(async (response) => {
    const { devWallet } = (await response.json()) as { devWallet?: { rpcUrl: string } };
    if (!devWallet) throw new Error('This stack has no Solana of its own.');
    return devWallet.rpcUrl;
  });
  return rpcUrl;
}

export const connectChain = async (): Promise<Connection> => new Connection(await findRpcUrl(), 'confirmed');

/** Sends LIKE, and SOL for fees, to an address, and waits until the chain has confirmed it. */
export async function fund(address: string, like: number): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'likewell_faucet', params: [address, like] };
  const response = await askChain(JSON.stringify(body));
  const outcome = (await response.json()) as { result?: { signature: string }; error?: { message: string } };
  if (!outcome.result) throw new Error(`The faucet gave nothing: ${outcome.error?.message}`);
  await confirmed(await connectChain(), outcome.result.signature);
}

const askChain = async (body: string): Promise<Response> =>
  fetch(await findRpcUrl(), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

/** Delays the transfers of the faucet for this page by `ms`, as on a busy chain. */
export async function delayFaucet(page: Page, ms: number): Promise<void> {
  const { origin } = new URL(await findRpcUrl());
  await page.route(
    (url) => url.origin === origin,
    async (route) => {
      const body = route.request().postData() ?? '';
      if (!body.includes('likewell_faucet')) return route.fallback();
      setTimeout(() => void askChain(body), ms);
      const headers = { 'Access-Control-Allow-Origin': '*' };
      return route.fulfill({ headers, json: { jsonrpc: '2.0', id: 1, result: {} } });
    },
  );
}

interface DepositSettings {
  mint: string;
  receivingWallet: string;
  decimals: number;
}

/** Sends a plain transfer to Likewell's wallet, as any wallet does. */
export async function sendToLikewell(owner: Keypair, like: number): Promise<void> {
  const { token } = await signUp('nobody');
  const settings = await api<DepositSettings>('GET', '/api/wallet/config', undefined, token);
  const [mint, receiver] = [new PublicKey(settings.mint), new PublicKey(settings.receivingWallet)];
  const [from, to] = [owner.publicKey, receiver].map((wallet) => getAssociatedTokenAddressSync(mint, wallet));
  if (!from || !to) throw new Error('two wallets have two accounts');
  const units = BigInt(Math.round(like * 10 ** settings.decimals));
  const connection = await connectChain();
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: owner.publicKey, blockhash, lastValidBlockHeight }).add(
    createTransferCheckedInstruction(from, mint, to, owner.publicKey, units, settings.decimals),
  );
  transaction.sign(owner);
  await confirmed(connection, await connection.sendRawTransaction(transaction.serialize()));
}

async function confirmed(connection: Connection, signature: string): Promise<void> {
  for (;;) {
    const { value } = await connection.getSignatureStatuses([signature]);
    if (value[0]?.confirmationStatus === 'confirmed' || value[0]?.confirmationStatus === 'finalized') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
