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

/** A browser wallet for Solana, as the Wallet Standard has it; what else it can do is asked when it is used. */
export type SolanaWallet = Wallet & { readonly features: StandardConnectFeature };

/** What the spec calls the wallet-not-found text (section 8). */
const WALLET_NOT_FOUND = 'Wallet not found';

/**
 * Every wallet for Solana that this browser has: extensions answer the Wallet Standard's event at once, those that
 * come late are heard too (https://github.com/wallet-standard/wallet-standard). Nothing is asked of the person.
 */
async function findWallets(): Promise<readonly SolanaWallet[]> {
  const { devWallet } = await fetchPageSettings();
  if (devWallet) (await importPart(() => import('./dev-wallet'))).registerDevWallet(devWallet.rpcUrl);
  return getWallets().get().filter(isForSolana);
}

/** The wallet to use, or those of which the person has to choose one. */
export type WalletChoice = { wallet: SolanaWallet } | { choices: readonly SolanaWallet[] };

/** An only wallet is used at once, unless it must say first what it is. @throws Error 'Wallet not found' */
export async function pickWallet(): Promise<WalletChoice> {
  const wallets = await findWallets();
  const [first, second] = wallets;
  if (!first) throw new Error(WALLET_NOT_FOUND);
  return second || first.name === DEV_WALLET_NAME ? { choices: wallets } : { wallet: first };
}

/** Asks the person, by way of the wallet, for an account. @throws Error with what the wallet says */
export async function connectWallet(wallet: SolanaWallet): Promise<WalletAccount> {
  const { accounts } = await wallet.features[StandardConnect].connect();
  const account = accounts.find(({ chains }) => chains.some(isSolana));
  if (!account) throw new Error(`${wallet.name} did not share an account.`);
  return account;
}

/** A text and who signed it, as the API takes it. */
export interface SignedText {
  address: string;
  message: string;
  /** In base58 (spec, section 7). */
  signature: string;
}

/** Has the wallet sign a text. @throws Error with what the wallet says */
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

/** True of a wallet that writes the text itself, shows for which site it is, and warns of a page that is another. */
export const canSignIn = (wallet: SolanaWallet): boolean => SolanaSignIn in wallet.features;

/** Has such a wallet choose an account, write the text and sign it. @throws Error with what the wallet says */
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
