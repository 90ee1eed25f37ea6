import { Module } from '@nestjs/common';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';

/** Members' statements, read along the links of the journal. */
@Module({ controllers: [StatementsController], providers: [StatementsService] })
export class StatementsModule {}
