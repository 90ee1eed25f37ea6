import { createHash } from 'node:crypto';
import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair } from '@solana/web3.js';
import bs58 from 'bs58';

/** Public on purpose: every laptop derives the same keys, and they are worth nothing on any other chain. */
const PHRASE = 'likewell on a laptop: this phrase guards nothing';

const keypairOf = (role: string) =>
  Keypair.fromSeed(createHash('sha256').update(`${PHRASE}: ${role}`).digest());

/** Identifies this chain; a real one's is the hash of its first block. */
export const GENESIS_HASH = bs58.encode(createHash('sha256').update(`${PHRASE}: genesis`).digest());

export const MINT = keypairOf('mint');
/** Holds the LIKE and SOL that the faucet gives away. */
export const LIQUIDITY = keypairOf('liquidity');
export const TREASURY = keypairOf('treasury');
export const RESERVE = keypairOf('reserve');

/** The platform's wallet. Its key is discarded: nothing here ever spends from it. */
export const RECEIVING_WALLET = keypairOf('receiving wallet').publicKey;
export const RECEIVING_TOKEN_ACCOUNT = getAssociatedTokenAddressSync(MINT.publicKey, RECEIVING_WALLET);
