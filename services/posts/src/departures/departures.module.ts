import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/posts.module.js';
import { DeparturesEvents } from './departures.events.js';
import { DeparturesService } from './departures.service.js';

/** Handles members who leave for good: their texts and their follows. */
@Module({
  imports: [PostsModule],
  providers: [DeparturesService, DeparturesEvents],
  exports: [DeparturesService],
})
export class DeparturesModule {}
