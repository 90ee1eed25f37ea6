import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TipLimitsController } from './tip-limits.controller.js';
import { TipLimitsService } from './tip-limits.service.js';

/** Tips above which members want to be asked again who they are. */
@Module({ imports: [SessionsModule], controllers: [TipLimitsController], providers: [TipLimitsService] })
export class TipLimitsModule {}
