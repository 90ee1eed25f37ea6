import { authErrors } from '@likewell/contracts/auth/errors';
import { findProfile } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { beginWalletProof } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { isWalletAddress } from '@likewell/service-kit/crypto/verify-wallet-signature';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { hashProofText, PROOF_STANDS_MS, writeProofText } from '../domain/wallet-proof.js';
import { keepProof } from '../storage/wallet-proofs.js';

/** The text names the member, so that whoever signs sees whom the wallet is going to serve. */
@Controller()
export class BeginWalletProofHandler {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  @Rpc(beginWalletProof)
  async handle({
    memberId,
    purpose,
    address,
  }: RpcInput<typeof beginWalletProof>): Promise<RpcOutput<typeof beginWalletProof>> {
    if (!isWalletAddress(address)) throw new AppError(watcherErrors.WALLET_INVALID);
    const { profile } = await this.rpc.call(findProfile, { memberId });
    if (!profile) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    const expiresAt = new Date(Date.now() + PROOF_STANDS_MS);
    const message = writeProofText(purpose, { wallet: address, member: profile.username, expiresAt });
    await this.database.transaction((tx) =>
      keepProof(tx, { memberId, purpose, address }, hashProofText(message), expiresAt),
    );
    return { message, expiresAt: expiresAt.toISOString() };
  }
}
