import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersModule } from '../members/members.module.js';
import { AvatarsController } from './avatars.controller.js';
import { AvatarsService } from './avatars.service.js';
import { Avatar } from './avatar.entity.js';

/** Members' finished pictures, named by their SHA-256. */
@Module({
  imports: [TypeOrmModule.forFeature([Avatar]), MembersModule],
  controllers: [AvatarsController],
  providers: [AvatarsService],
  exports: [AvatarsService],
})
export class AvatarsModule {}
