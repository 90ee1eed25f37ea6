import { Keypair, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Page } from '@playwright/test';
import nacl from 'tweetnacl';
import { connectChain, sendToLikewell } from './chain.ts';

/** A Wallet Standard wallet in a page; its key never enters the page. */
export interface TestWallet {
  address: string;
  /** Texts that it has signed. */
  texts: string[];
  /** Sends LIKE to Likewell from outside the page, without a memo. */
  sendWithoutMemo: (like: number) => Promise<void>;
  /** The error that it returns in place of a signature while it is set. */
  reject: string | null;
}

interface Options {
  name?: string;
  /** True for a wallet that can only sign and send in one step, as some do. */
  onlySends?: boolean;
}

interface Request {
  kind: 'text' | 'transaction' | 'send';
  bytes: number[];
}
type Reply = { bytes: number[] } | { rejection: string };

const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxjaXJjbGUgY3g9IjQiIGN5PSI0IiByPSI0IiBmaWxsPSIjNzg1YWYwIi8+PC9zdmc+';
let count = 0;

/** Installs the wallet before the page's first script runs; signing happens here, in Node. */
export async function installTestWallet(
  page: Page,
  { name = 'Test Wallet', onlySends = false }: Options = {},
): Promise<TestWallet> {
  const keys = Keypair.generate();
  const wallet: TestWallet = {
    address: keys.publicKey.toBase58(),
    texts: [],
    reject: null,
    sendWithoutMemo: (like) => sendToLikewell(keys, like),
  };
  const sign = (bytes: Uint8Array) => nacl.sign.detached(bytes, keys.secretKey);
  const signTransaction = (bytes: Uint8Array) => {
    const transaction = VersionedTransaction.deserialize(bytes);
    transaction.addSignature(keys.publicKey, sign(transaction.message.serialize()));
    return transaction.serialize();
  };
  const respond = async ({ kind, bytes }: Request): Promise<Uint8Array> => {
    const message = Uint8Array.from(bytes);
    if (kind === 'transaction') return signTransaction(message);
    if (kind === 'send') {
      const connection = await connectChain();
      return bs58.decode(await connection.sendRawTransaction(signTransaction(message)));
    }
    wallet.texts.push(new TextDecoder().decode(message));
    return sign(message);
  };
  count += 1;
  const door = `testWallet${count}`;
  await page.exposeFunction(door, async (request: Request): Promise<Reply> => {
    if (wallet.reject !== null) return { rejection: wallet.reject };
    return { bytes: [...(await respond(request))] };
  });
  const publicKey = [...keys.publicKey.toBytes()];
  await page.addInitScript(announceWallet, {
    name,
    onlySends,
    door,
    address: wallet.address,
    publicKey,
    icon: ICON,
  });
  return wallet;
}

/** Runs in the page, like the script of an extension. */
function announceWallet(given: {
  name: string;
  onlySends: boolean;
  door: string;
  address: string;
  publicKey: number[];
  icon: string;
}): void {
  const ask = async (kind: string, bytes: Uint8Array) => {
    const open = (window as unknown as Record<string, (request: unknown) => Promise<Reply>>)[given.door];
    const reply = await open?.({ kind, bytes: [...bytes] });
    if (!reply || 'rejection' in reply) throw new Error(reply?.rejection ?? 'no wallet');
    return Uint8Array.from(reply.bytes);
  };
  const chains = ['solana:mainnet', 'solana:localnet'];
  const account = {
    address: given.address,
    publicKey: Uint8Array.from(given.publicKey),
    chains,
    features: [],
  };
  const each =
    <Input, Output>(response: (input: Input) => Promise<Output>) =>
    (...inputs: Input[]) =>
      Promise.all(inputs.map(response));
  const connect = { version: '1.0.0', connect: () => Promise.resolve({ accounts: [account] }) };
  const signMessage = each(async ({ message }: { message: Uint8Array }) => ({
    signedMessage: message,
    signature: await ask('text', message),
  }));
  const signTransaction = each(async ({ transaction }: { transaction: Uint8Array }) => ({
    signedTransaction: await ask('transaction', transaction),
  }));
  const signAndSendTransaction = each(async ({ transaction }: { transaction: Uint8Array }) => ({
    signature: await ask('send', transaction),
  }));
  const supportedTransactionVersions = ['legacy', 0];
  const wallet = {
    version: '1.0.0',
    name: given.name,
    icon: given.icon,
    chains,
    accounts: [account],
    features: {
      'standard:connect': connect,
      'solana:signMessage': { version: '1.0.0', signMessage },
      ...(given.onlySends
        ? {
            'solana:signAndSendTransaction': {
              version: '1.0.0',
              supportedTransactionVersions,
              signAndSendTransaction,
            },
          }
        : {
            'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions, signTransaction },
          }),
    },
  };
  const register = (api: { register: (wallet: unknown) => void }) => api.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) => {
    register((event as CustomEvent<{ register: (wallet: unknown) => void }>).detail);
  });
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

/** Makes the page believe that no Dev wallet is offered, as in production. */
export async function withoutDevWallet(page: Page): Promise<void> {
  await page.route('**/settings.json', (route) => route.fulfill({ json: {} }));
}
