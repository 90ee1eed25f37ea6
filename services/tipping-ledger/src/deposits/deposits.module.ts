import { Module } from '@nestjs/common';
import { LedgerLockModule } from '../ledger-lock/ledger-lock.module.js';
import { DepositsController } from './deposits.controller.js';
import { DepositsService } from './deposits.service.js';

/** Deposits from the chain, and claims of deposits without an owner. */
@Module({ imports: [LedgerLockModule], controllers: [DepositsController], providers: [DepositsService] })
export class DepositsModule {}
