import { Module } from '@nestjs/common';
import { LedgerLock } from './ledger-lock.js';

/** The one lock for everything that moves money. */
@Module({ providers: [LedgerLock], exports: [LedgerLock] })
export class LedgerLockModule {}
