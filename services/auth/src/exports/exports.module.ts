import { Module } from '@nestjs/common';
import { AccountPart } from './account.part.js';
import { ExportMaker } from './export-maker.js';
import { ExportParts } from './export-parts.js';
import { ExportsController } from './exports.controller.js';
import { ExportsJobs } from './exports.jobs.js';
import { ExportsService } from './exports.service.js';
import { MoneyPart } from './money.part.js';
import { PostsPart } from './posts.part.js';
import { WalletsPart } from './wallets.part.js';

/** Exports of all data of a member, made on request and kept for a day. */
@Module({
  controllers: [ExportsController],
  providers: [
    ExportsService,
    ExportsJobs,
    ExportMaker,
    ExportParts,
    AccountPart,
    PostsPart,
    MoneyPart,
    WalletsPart,
  ],
})
export class ExportsModule {}
