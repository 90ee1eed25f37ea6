import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsModule } from '../authors/authors.module.js';
import { Follow } from './follow.entity.js';
import { FollowsController } from './follows.controller.js';
import { FollowsService } from './follows.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Follow]), AuthorsModule],
  controllers: [FollowsController],
  providers: [FollowsService],
})
export class FollowsModule {}
