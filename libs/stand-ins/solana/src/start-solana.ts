import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressLookupTableAccount, Keypair, TransactionInstruction } from '@solana/web3.js';
import { Chain } from './chain/chain.js';
import { DEPTH } from './chain/commitment.js';
import { parseTransaction } from './chain/parse-transaction.js';
import { signTransaction } from './chain/sign-transaction.js';
import { type TransactionError } from './chain/transaction-error.js';
import { giveLike, giveSol } from './faucet.js';
import type { Faults } from './faults.js';
import { begin } from './genesis.js';
import { MINT, RECEIVING_TOKEN_ACCOUNT, RECEIVING_WALLET } from './keys.js';
import { parseLike } from './rpc/faucet-methods.js';
import { Endpoint } from './server/endpoint.js';

/** Makes finality, 32 slots, take two and a half seconds. */
export const DEFAULT_SLOT_MS = 80;

export interface SolanaOptions {
  /** Duration of a slot; finality takes 32 of them. */
  readonly slotMs?: number | undefined;
  /** Folder of the ledger; by default a temporary one that `stop` deletes. */
  readonly folder?: string | undefined;
  /** Host to listen on; by default only the loopback. */
  readonly host?: string | undefined;
  /** Port of JSON-RPC; by default any. */
  readonly port?: number | undefined;
  /** Number of slots for which a blockhash is valid: a minute, and at least 150 slots. */
  readonly blockhashSlots?: number | undefined;
}

/** A further endpoint of the same chain, with its own faults and lag. */
export interface SolanaEndpoint {
  readonly url: string;
  /** Replaces all faults; `{}` removes them. */
  setFaults(faults: Faults): void;
  close(): Promise<void>;
}

/** A local Solana in this process. */
export interface LocalSolana extends SolanaEndpoint {
  /** The LIKE mint. */
  readonly mint: string;
  readonly decimals: number;
  readonly receivingWallet: string;
  readonly receivingTokenAccount: string;
  /** Sends LIKE (`'12.5'`) and some SOL; returns the signature at once, while it is only processed. */
  faucet(address: string, like: string | number): string;
  /** Sends only SOL. */
  airdrop(address: string, lamports: bigint): string;
  /** Accepts a signed transaction without preflight. One that cannot land has `slot: null`. */
  submit(raw: Uint8Array): Submitted;
  /** Signs with the newest blockhash, many times as fast as web3.js does, and submits. The first signer pays. */
  send(
    instructions: TransactionInstruction[],
    signers: readonly [Keypair, ...Keypair[]],
    lookupTables?: AddressLookupTableAccount[],
  ): Submitted;
  /** Advances slots at once; 32 make everything final. */
  skipSlots(slots?: number): void;
  /** Opens a further endpoint of the same chain. */
  openEndpoint(): Promise<SolanaEndpoint>;
  /** False once the ledger could not be written. */
  isSound(): boolean;
  stop(): Promise<void>;
}

export interface Submitted {
  readonly signature: string;
  readonly err: TransactionError | null;
  readonly slot: number | null;
}

/** Starts a local Solana: the real token programs behind the real protocol, with LIKE and the platform's wallet. */
export async function startSolana(options: SolanaOptions = {}): Promise<LocalSolana> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'likewell-solana-'));
  const { slotMs = DEFAULT_SLOT_MS, blockhashSlots } = options;
  const chain = new Chain({ folder, slotMs, blockhashSlots });
  begin(chain);
  const endpoints = new Set<Endpoint>();
  const open = async (port = 0): Promise<SolanaEndpoint> => {
    const endpoint = new Endpoint(chain);
    await endpoint.listen(port, options.host);
    endpoints.add(endpoint);
    return {
      url: endpoint.origin,
      setFaults: (faults) => void (endpoint.faults = faults),
      close: () => {
        endpoints.delete(endpoint);
        return endpoint.close();
      },
    };
  };
  const submit = (raw: Uint8Array): Submitted => {
    const transaction = parseTransaction(raw);
    const { err, landed } = chain.run(transaction);
    return { signature: transaction.signature, err, slot: landed?.slot ?? null };
  };
  return {
    ...(await open(options.port)),
    mint: MINT.publicKey.toBase58(),
    decimals: 6,
    receivingWallet: RECEIVING_WALLET.toBase58(),
    receivingTokenAccount: RECEIVING_TOKEN_ACCOUNT.toBase58(),
    faucet(address, like) {
      const amount = parseLike(String(like));
      if (amount === undefined) throw new Error(`${like} is no amount of LIKE`);
      return giveLike(chain, address, amount);
    },
    airdrop: (address, lamports) => giveSol(chain, address, lamports),
    submit,
    send: (instructions, signers, lookupTables) => {
      const blockhash = chain.blockhashes.of(chain.clock.now());
      return submit(signTransaction({ instructions, signers, blockhash, lookupTables }));
    },
    skipSlots: (slots = DEPTH.finalized) => chain.skip(slots),
    openEndpoint: () => open(),
    isSound: () => chain.isSound,
    async stop() {
      await Promise.all([...endpoints].map((endpoint) => endpoint.close()));
      chain.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
