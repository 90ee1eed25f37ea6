import { Module } from '@nestjs/common';
import { TipLimitsController } from './tip-limits.controller.js';
import { TipLimitsService } from './tip-limits.service.js';

/** Amounts above which members want to confirm their identity before a tip. */
@Module({ controllers: [TipLimitsController], providers: [TipLimitsService] })
export class TipLimitsModule {}
