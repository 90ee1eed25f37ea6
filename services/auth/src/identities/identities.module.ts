import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersModule } from '../members/members.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { IdentitiesService } from './identities.service.js';
import { Identity } from './identity.entity.js';

/** Identities that members have at other providers. */
@Module({
  imports: [TypeOrmModule.forFeature([Identity]), MembersModule, SecondFactorsModule],
  providers: [IdentitiesService],
  exports: [IdentitiesService],
})
export class IdentitiesModule {}
