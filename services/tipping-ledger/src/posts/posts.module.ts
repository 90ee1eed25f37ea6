import { Module } from '@nestjs/common';
import { PostsController } from './posts.controller.js';
import { PostsEvents } from './posts.events.js';
import { PostsService } from './posts.service.js';

/** The ledger's records of posts. */
@Module({ controllers: [PostsController], providers: [PostsService, PostsEvents], exports: [PostsService] })
export class PostsModule {}
