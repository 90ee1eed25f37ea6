import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentitiesModule } from '../identities/identities.module.js';
import { deleteOldNonces, deleteSpentMessages } from './wallet-messages.queries.js';
import { WalletSignInController } from './wallet-sign-in.controller.js';
import { WalletSignInService } from './wallet-sign-in.service.js';
import { WalletNonce } from './wallet-nonce.entity.js';
import { WalletProofs } from './wallet-proofs.js';

/** Signing in by a wallet's signature under a message that works once. */
@Module({
  imports: [TypeOrmModule.forFeature([WalletNonce]), IdentitiesModule],
  controllers: [WalletSignInController],
  providers: [
    WalletSignInService,
    WalletProofs,
    deletesOld('WalletNonceJobs', deleteOldNonces),
    deletesOld('WalletSignInJobs', deleteSpentMessages),
  ],
  exports: [WalletProofs],
})
export class WalletSignInModule {}
