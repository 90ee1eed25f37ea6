import {
  SOLANA_DEVNET_CHAIN,
  SOLANA_LOCALNET_CHAIN,
  SOLANA_MAINNET_CHAIN,
  SOLANA_TESTNET_CHAIN,
  type SolanaChain,
} from '@solana/wallet-standard-chains';
import type { Connection } from '@solana/web3.js';

/** Chains by the first 32 characters of the genesis hash, which is a chain's reference in CAIP-2. */
const BY_REFERENCE: Partial<Record<string, SolanaChain>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': SOLANA_MAINNET_CHAIN,
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: SOLANA_DEVNET_CHAIN,
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': SOLANA_TESTNET_CHAIN,
};
const REFERENCE_CHARACTERS = 32;

/** Returns the chain at this address, as wallets name it. */
export async function chainOf(connection: Connection): Promise<SolanaChain> {
  const genesisHash = await connection.getGenesisHash();
  return BY_REFERENCE[genesisHash.slice(0, REFERENCE_CHARACTERS)] ?? SOLANA_LOCALNET_CHAIN;
}
