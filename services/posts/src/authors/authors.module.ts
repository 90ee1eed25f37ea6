import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Author } from './author.entity.js';
import { AuthorsEvents } from './authors.events.js';
import { AuthorsService } from './authors.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Author])],
  providers: [AuthorsService, AuthorsEvents],
  exports: [AuthorsService],
})
export class AuthorsModule {}
