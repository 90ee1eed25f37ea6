import { authErrors } from '@likewell/contracts/auth/errors';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import {
  isWalletAddress,
  verifyWalletSignature,
} from '@likewell/service-kit/wallet-signature/verify-wallet-signature';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { findProofExpiry, saveProof, takeProof, type WalletProof } from './proofs.queries.js';
import { hashProofText, writeProofText } from './wallet-proof.js';

/** A text, and the wallet's signature of it in base58. */
export interface SignedText {
  readonly message: string;
  readonly signature: string;
}

/** Issues texts for a wallet to sign, each for one member, wallet and purpose, and valid once. */
@Injectable()
export class ProofsService {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Issues a text to sign. It names the member, so that the signer sees which member the wallet will belong
   * to.
   * @throws AppError WALLET_INVALID, MEMBER_NOT_FOUND
   */
  async begin(proof: WalletProof): Promise<{ message: string; expiresAt: Date }> {
    const { memberId, purpose, address } = proof;
    if (!isWalletAddress(address)) throw new AppError(watcherErrors.WALLET_INVALID);
    const { profile } = await this.rpc.call(findProfile, { memberId });
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    return this.database.transaction(async (tx) => {
      const expiresAt = await findProofExpiry(tx);
      const message = writeProofText(purpose, { wallet: address, member: profile.username, expiresAt });
      await saveProof(tx, proof, hashProofText(message), expiresAt);
      return { message, expiresAt };
    });
  }

  /**
   * Checks that the wallet signed a text that was issued for exactly this member, wallet and purpose, and
   * invalidates the text. A wrong signature does not invalidate it.
   * @throws AppError WALLET_INVALID, WALLET_PROOF_REFUSED
   */
  async spend(tx: Tx, proof: WalletProof, signed: SignedText): Promise<void> {
    if (!(await this.trySpend(tx, proof, signed))) throw new AppError(watcherErrors.WALLET_PROOF_REFUSED);
  }

  /**
   * Does the same as {@link spend}, for callers that may have spent the text before. Returns false when the
   * wallet did sign the text, but it was not issued for this, was used, or has expired.
   * @throws AppError WALLET_INVALID, WALLET_PROOF_REFUSED
   */
  async trySpend(tx: Tx, proof: WalletProof, { message, signature }: SignedText): Promise<boolean> {
    if (!isWalletAddress(proof.address)) throw new AppError(watcherErrors.WALLET_INVALID);
    if (!verifyWalletSignature({ address: proof.address, message, signature }))
      throw new AppError(watcherErrors.WALLET_PROOF_REFUSED);
    return takeProof(tx, proof, hashProofText(message));
  }
}
