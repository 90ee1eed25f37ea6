import {
  SolanaSignMessage,
  type SolanaSignMessageFeature,
  SolanaSignTransaction,
  type SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { StandardConnect, type StandardConnectFeature } from '@wallet-standard/features';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { readStored, writeStored } from '../session/local-storage';
import { DEV_WALLET_NAME } from './dev-wallet-name';
import { fillPurse } from './dev-wallet-purse';

const CHAIN = 'solana:localnet';
const ICON_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b6270"/>' +
  '<path d="M8 12h16v10H8zm0 0 12-4v4m1 5h.1" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></svg>';

type Features = StandardConnectFeature & SolanaSignMessageFeature & SolanaSignTransactionFeature;

let registered = false;

/**
 * Registers a wallet that exists only in this page, for a laptop whose Solana gives away play money. It keeps
 * its key in local storage, signs without asking, and fills itself when it is connected. Only a page with
 * that setting offers it.
 */
export function registerDevWallet(rpcUrl: string): void {
  if (registered) return;
  registered = true;
  getWallets().register(makeDevWallet(rpcUrl));
}

function makeDevWallet(rpcUrl: string): Wallet {
  const keys = nacl.sign.keyPair.fromSeed(storedSeed());
  const account: WalletAccount = {
    address: bs58.encode(keys.publicKey),
    publicKey: keys.publicKey,
    chains: [CHAIN],
    features: [SolanaSignMessage, SolanaSignTransaction],
  };
  const sign = (message: Uint8Array) => nacl.sign.detached(message, keys.secretKey);
  const features: Features = {
    [StandardConnect]: {
      version: '1.0.0',
      async connect() {
        await fillPurse(rpcUrl, account.address);
        return { accounts: [account] };
      },
    },
    [SolanaSignMessage]: {
      version: '1.0.0',
      signMessage: (...inputs) =>
        Promise.resolve(inputs.map(({ message }) => ({ signedMessage: message, signature: sign(message) }))),
    },
    [SolanaSignTransaction]: {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(...inputs) {
        const { PublicKey, VersionedTransaction } = await import('@solana/web3.js');
        return inputs.map(({ transaction: bytes }) => {
          const transaction = VersionedTransaction.deserialize(bytes);
          transaction.addSignature(new PublicKey(keys.publicKey), sign(transaction.message.serialize()));
          return { signedTransaction: transaction.serialize() };
        });
      },
    },
  };
  const icon = `data:image/svg+xml;base64,${btoa(ICON_SVG)}` as const;
  return { version: '1.0.0', name: DEV_WALLET_NAME, icon, chains: [CHAIN], accounts: [account], features };
}

/** Returns the seed of the key pair, created at the first use. */
function storedSeed(): Uint8Array {
  const stored = bs58.decodeUnsafe(readStored('dev-wallet') ?? '');
  if (stored?.length === nacl.sign.seedLength) return stored;
  const seed = nacl.randomBytes(nacl.sign.seedLength);
  writeStored('dev-wallet', bs58.encode(seed));
  return seed;
}
