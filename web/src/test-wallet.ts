import type { Wallet } from '@wallet-standard/base';
import bs58 from 'bs58';

/** A wallet extension of the Wallet Standard, as far as the page's unit tests need one. */
interface InstalledWallet {
  readonly address: string;
  readonly signature: Uint8Array;
  /** The messages and transactions that it signed. */
  readonly signed: Uint8Array[];
  /** What it answers in place of a signature. */
  reject: Error | null;
  /** How often it was asked for an account. */
  connects: number;
  /** What it waits for before it answers, as for a person. */
  person: Promise<unknown>;
}

interface Options {
  chains?: `${string}:${string}`[];
  /** Of those it has; all without it, except that it signs what it is given. */
  features?: string[];
}

interface Announcement {
  register: (wallet: Wallet) => () => void;
}

const uninstall: (() => void)[] = [];
let count = 0;

/** Installs one; {@link uninstallWallets} takes all away. */
export function installWallet(
  name: string,
  { chains = ['solana:mainnet'], features: offered }: Options = {},
): InstalledWallet {
  count += 1;
  const publicKey = new Uint8Array(32).fill(count);
  const signature = new Uint8Array(64).fill(count);
  const address = bs58.encode(publicKey);
  const installed: InstalledWallet = {
    address,
    signature,
    signed: [],
    reject: null,
    connects: 0,
    person: Promise.resolve(),
  };
  const take = (bytes: Uint8Array) => {
    if (installed.reject) throw installed.reject;
    installed.signed.push(bytes);
  };
  const account = { address, publicKey, chains, features: [] };
  const features: Record<`${string}:${string}`, unknown> = {
    'solana:signIn': {
      version: '1.0.0',
      signIn: async (input: Record<string, string>) => {
        await Promise.resolve();
        const { domain, statement, uri, version, nonce, issuedAt } = input;
        const fields = `URI: ${uri}\nVersion: ${version}\nNonce: ${nonce}\nIssued At: ${issuedAt}`;
        const head = `${domain} wants you to sign in with your Solana account:\n${address}`;
        const signedMessage = new TextEncoder().encode(`${head}\n\n${statement}\n\n${fields}`);
        take(signedMessage);
        return [{ account, signedMessage, signature }];
      },
    },
    'standard:connect': {
      version: '1.0.0',
      connect: async () => {
        installed.connects += 1;
        await installed.person;
        return { accounts: [account] };
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: async (...inputs: { message: Uint8Array }[]) => {
        await installed.person;
        for (const { message } of inputs) take(message);
        return inputs.map(({ message }) => ({ signedMessage: message, signature }));
      },
    },
  };
  const wallet: Wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    accounts: [account],
    features: Object.fromEntries(
      Object.entries(features).filter(
        ([feature]) => offered?.includes(feature) ?? feature !== 'solana:signIn',
      ),
    ),
  };
  // An extension announces itself, and answers a page that asks.
  const announce = ({ register }: Announcement) => void uninstall.push(register(wallet));
  const respond = (event: Event) => announce((event as CustomEvent<Announcement>).detail);
  window.addEventListener('wallet-standard:app-ready', respond);
  uninstall.push(() => window.removeEventListener('wallet-standard:app-ready', respond));
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }));
  return installed;
}

export function uninstallWallets(): void {
  for (const remove of uninstall.splice(0)) remove();
}
