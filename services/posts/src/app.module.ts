import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { AuthorsModule } from './authors/authors.module.js';
import { postsConfig, type PostsConfig } from './config.js';
import { DeparturesModule } from './departures/departures.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { FeedsModule } from './feeds/feeds.module.js';
import { FollowsModule } from './follows/follows.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { NamesModule } from './names/names.module.js';
import { PostsModule } from './posts/posts.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';

@Module({
  imports: [
    AuthorsModule,
    PostsModule,
    FeedsModule,
    FollowsModule,
    ProfilesModule,
    NamesModule,
    ModerationModule,
    DraftsModule,
    DeparturesModule,
    ExportsModule,
  ],
})
class PostsAppModule {}

export const postsService: ServiceDefinition<PostsConfig> = {
  name: 'posts',
  config: postsConfig,
  module: PostsAppModule,
  outside: ({ MODERATION_BASE_URL }) => ({ MODERATION_BASE_URL }),
};
