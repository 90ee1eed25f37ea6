import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller.js';

/** What members wrote and whom they follow, for the file with their data that auth makes. */
@Module({ controllers: [ExportsController] })
export class ExportsModule {}
