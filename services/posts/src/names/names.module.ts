import { Module } from '@nestjs/common';
import { NamesController } from './names.controller.js';

/** The names of members and posts, for lists of other services. */
@Module({ controllers: [NamesController] })
export class NamesModule {}
