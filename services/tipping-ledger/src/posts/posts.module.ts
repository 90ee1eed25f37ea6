import { Module } from '@nestjs/common';
import { PostsController } from './posts.controller.js';
import { PostsEvents } from './posts.events.js';
import { PostsService } from './posts.service.js';

/** What the ledger knows of posts. */
@Module({ controllers: [PostsController], providers: [PostsService, PostsEvents], exports: [PostsService] })
export class PostsModule {}
