import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { DepositsModule } from '../deposits/deposits.module.js';
import { ProofsModule } from '../proofs/proofs.module.js';
import { WalletsModule } from '../wallets/wallets.module.js';
import { ClaimsController } from './claims.controller.js';
import { deleteClaimsOfWhoLeft } from './claims.queries.js';
import { ClaimsService } from './claims.service.js';

/** Claims of deposits that nobody owned. */
@Module({
  imports: [DepositsModule, ProofsModule, WalletsModule],
  controllers: [ClaimsController],
  providers: [ClaimsService, deletesOld('ClaimsJobs', deleteClaimsOfWhoLeft)],
})
export class ClaimsModule {}
