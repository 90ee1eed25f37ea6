import type { Wallet } from '@wallet-standard/base';
import bs58 from 'bs58';

/** A Wallet Standard extension, reduced to what the page's unit tests need. */
interface InstalledWallet {
  readonly address: string;
  readonly signature: Uint8Array;
  /** Messages and transactions that it has signed. */
  readonly signed: Uint8Array[];
  /** What it rejects with in place of a signature, which need be no Error; null where it signs. */
  reject: unknown;
  /** What its own sign-in rejects with where that is all that fails; null where nothing does. */
  rejectSignIn: unknown;
  /** Number of requests for an account. */
  connects: number;
  /** Awaited before each response, like a person's decision. */
  person: Promise<unknown>;
}

interface Options {
  chains?: `${string}:${string}`[];
  /** Its features; if omitted, all but Sign-In With Solana. */
  features?: string[];
}

interface Announcement {
  register: (wallet: Wallet) => () => void;
}

const uninstall: (() => void)[] = [];
let count = 0;

/** Installs a wallet; {@link uninstallWallets} removes all. */
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
    rejectSignIn: null,
    connects: 0,
    person: Promise.resolve(),
  };
  const take = (bytes: Uint8Array) => {
    if (installed.reject !== null) throw installed.reject as Error;
    installed.signed.push(bytes);
  };
  const account = { address, publicKey, chains, features: [] };
  const features: Record<`${string}:${string}`, unknown> = {
    'solana:signIn': {
      version: '1.0.0',
      signIn: async (input: Record<string, string>) => {
        await installed.person;
        if (installed.rejectSignIn !== null) throw installed.rejectSignIn as Error;
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
  // An extension announces itself, and responds to a page that asks for wallets.
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
