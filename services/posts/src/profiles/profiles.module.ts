import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { ProfilesController } from './profiles.controller.js';
import { ProfilesService } from './profiles.service.js';

/** What everybody may know of a member; triggers keep its counts. */
@Module({ imports: [AuthorsModule], controllers: [ProfilesController], providers: [ProfilesService] })
export class ProfilesModule {}
