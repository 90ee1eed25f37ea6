import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';

/** Members' public profiles; triggers keep the counts. */
@Module({ imports: [AuthorsModule], controllers: [ProfilesController], providers: [ProfilesService] })
export class ProfilesModule {}
