import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import type { LikeToken } from './like-token.js';

/** Returns the associated token account of a wallet for LIKE, in base58. */
export function tokenAccountOf({ mint, program }: LikeToken, wallet: string): string {
  const account = getAssociatedTokenAddressSync(
    new PublicKey(mint),
    new PublicKey(wallet),
    true,
    new PublicKey(program),
  );
  return account.toBase58();
}
