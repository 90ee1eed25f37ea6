import {
  SolanaSignIn,
  type SolanaSignInFeature,
  type SolanaSignInInput,
  SolanaSignMessage,
  type SolanaSignMessageFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { StandardConnect, type StandardConnectFeature } from '@wallet-standard/features';
import bs58 from 'bs58';
import { fetchPageSettings } from '../config/page-settings';
import { importPart } from '../ui/import-part';
import { DEV_WALLET_NAME } from './dev-wallet-name';

/**
 * A browser wallet for Solana, as defined by the Wallet Standard; its other features are
 * checked when they are used.
 */
export type SolanaWallet = Wallet & { readonly features: StandardConnectFeature };

/** The spec's text for a missing wallet (section 8). */
const WALLET_NOT_FOUND = 'Wallet not found';

/**
 * Returns every Solana wallet of this browser. Extensions answer the Wallet Standard's event at once; later
 * ones are registered too (https://github.com/wallet-standard/wallet-standard). The person is not asked.
 */
async function findWallets(): Promise<readonly SolanaWallet[]> {
  const { devWallet } = await fetchPageSettings();
  if (devWallet) (await importPart(() => import('./dev-wallet'))).registerDevWallet(devWallet.rpcUrl);
  return getWallets().get().filter(isForSolana);
}

/** The wallet to use, or the wallets from which the person has to choose. */
export type WalletChoice = { wallet: SolanaWallet } | { choices: readonly SolanaWallet[] };

/** Returns a single wallet at once, unless it has to be explained first. @throws Error 'Wallet not found' */
export async function pickWallet(): Promise<WalletChoice> {
  const wallets = await findWallets();
  const [first, second] = wallets;
  if (!first) throw new Error(WALLET_NOT_FOUND);
  return second || first.name === DEV_WALLET_NAME ? { choices: wallets } : { wallet: first };
}

/** Asks the person for an account, in the wallet's window. @throws Error with the wallet's message */
export async function connectWallet(wallet: SolanaWallet): Promise<WalletAccount> {
  const { accounts } = await wallet.features[StandardConnect].connect();
  const account = accounts.find(({ chains }) => chains.some(isSolana));
  if (!account) throw new Error(`${wallet.name} did not share an account.`);
  return account;
}

/** A text, its signer and the signature, as the API takes them. */
export interface SignedText {
  address: string;
  message: string;
  /** In base58 (spec, section 7). */
  signature: string;
}

/** Lets the wallet sign a text. @throws Error with the wallet's message */
export async function signText(
  wallet: SolanaWallet,
  account: WalletAccount,
  message: string,
): Promise<SignedText> {
  const { [SolanaSignMessage]: feature } = wallet.features as Partial<SolanaSignMessageFeature>;
  if (!feature) throw new Error(`${wallet.name} cannot sign messages. Please use another wallet.`);
  const [output] = await feature.signMessage({ account, message: new TextEncoder().encode(message) });
  if (!output) throw new Error(`${wallet.name} did not sign.`);
  return { address: account.address, message, signature: bs58.encode(output.signature) };
}

/**
 * Returns true for a wallet that writes the sign-in text itself, shows the site that it is for, and warns if
 * the page is another one.
 */
export const canSignIn = (wallet: SolanaWallet): boolean => SolanaSignIn in wallet.features;

/**
 * Lets such a wallet choose an account, write the text and sign it. @throws Error with the wallet's message
 */
export async function signInByWallet(wallet: SolanaWallet, input: SolanaSignInInput): Promise<SignedText> {
  const { [SolanaSignIn]: feature } = wallet.features as Partial<SolanaSignInFeature>;
  const [output] = (await feature?.signIn(input)) ?? [];
  if (!output) throw new Error(`${wallet.name} did not sign.`);
  const { account, signedMessage, signature } = output;
  const message = new TextDecoder().decode(signedMessage);
  return { address: account.address, message, signature: bs58.encode(signature) };
}

const isSolana = (chain: string) => chain.startsWith('solana:');

const isForSolana = (wallet: Wallet): wallet is SolanaWallet =>
  wallet.chains.some(isSolana) && StandardConnect in wallet.features;
