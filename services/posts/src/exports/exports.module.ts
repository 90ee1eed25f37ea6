import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.js';

/** Members' texts and follows, for the data export that auth makes. */
@Module({ controllers: [ExportsController] })
export class ExportsModule {}
