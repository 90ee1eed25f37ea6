import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DepositsModule } from '../deposits/deposits.module.js';
import { ProofsModule } from '../proofs/proofs.module.js';
import { deleteOldUnlinked } from './unlinked-wallets.queries.js';
import { Wallet } from './wallet.entity.js';
import { WalletsController } from './wallets.controller.js';
import { WalletsEvents } from './wallets.events.js';
import { WalletsService } from './wallets.service.js';

/** Wallets that are linked to members. */
@Module({
  imports: [TypeOrmModule.forFeature([Wallet]), DepositsModule, ProofsModule],
  controllers: [WalletsController],
  providers: [WalletsService, WalletsEvents, deletesOld('WalletsJobs', deleteOldUnlinked)],
  exports: [WalletsService],
})
export class WalletsModule {}
