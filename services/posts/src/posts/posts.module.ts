import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsModule } from '../authors/authors.module.js';
import { DeletedPostsJobs } from './deleted-posts.jobs.js';
import { PostRevision } from './post-revision.entity.js';
import { Post } from './post.entity.js';
import { PostsController } from './posts.controller.js';
import { PostsEvents } from './posts.events.js';
import { PostsService } from './posts.service.js';
import { PublicationService } from './publication.service.js';
import { WithheldTextsJobs } from './withheld-texts.jobs.js';

@Module({
  imports: [TypeOrmModule.forFeature([Post, PostRevision]), AuthorsModule],
  controllers: [PostsController],
  providers: [PostsService, PublicationService, PostsEvents, WithheldTextsJobs, DeletedPostsJobs],
  exports: [PublicationService],
})
export class PostsModule {}
