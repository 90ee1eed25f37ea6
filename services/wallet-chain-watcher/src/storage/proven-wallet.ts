import { AppError } from '@likewell/contracts/kernel/app-error';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { isWalletAddress, verifyWalletSignature } from '@likewell/service-kit/crypto/verify-wallet-signature';
import type { Tx } from '@likewell/service-kit/database/database';
import { hashProofText } from '../domain/wallet-proof.js';
import { takeProof, type WalletProof } from './wallet-proofs.js';

/**
 * Makes sure that the wallet signed a text that was handed out for this very member, wallet and purpose, and spends the
 * text. A wrong signature spends nothing.
 * @throws AppError WALLET_INVALID, WALLET_PROOF_REFUSED
 */
export async function spendProof(
  tx: Tx,
  proof: WalletProof,
  { message, signature }: { message: string; signature: string },
): Promise<void> {
  if (!isWalletAddress(proof.address)) throw new AppError(watcherErrors.WALLET_INVALID);
  const isSigned = verifyWalletSignature({ address: proof.address, message, signature });
  if (!isSigned || !(await takeProof(tx, proof, hashProofText(message)))) {
    throw new AppError(watcherErrors.WALLET_PROOF_REFUSED);
  }
}
