import { Module } from '@nestjs/common';
import { NamesController } from './names.controller.js';

/** The names of members and posts for lists that others keep. */
@Module({ controllers: [NamesController] })
export class NamesModule {}
