import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { postsConfig, type PostsConfig } from './config.js';
import { CountLikesOnLikesCounted } from './handlers/count-likes.on-likes-counted.js';
import { CreatePostHandler } from './handlers/create-post.rpc.js';
import { DeletePostHandler } from './handlers/delete-post.rpc.js';
import { EditPostHandler } from './handlers/edit-post.rpc.js';
import { GetPostHandler } from './handlers/get-post.rpc.js';
import { GetTipTargetHandler } from './handlers/get-tip-target.rpc.js';
import { ListBestHandler } from './handlers/list-best.rpc.js';
import { ListMemberPostsHandler } from './handlers/list-member-posts.rpc.js';
import { ListNewHandler } from './handlers/list-new.rpc.js';
import { ReviewRevisionOnRevisionSubmitted } from './handlers/review-revision.on-revision-submitted.js';
import { UpdateAuthorOnMemberProfileChanged } from './handlers/update-author.on-member-profile-changed.js';
import { AuthorDirectory } from './storage/author-directory.js';
import { Cursors } from './storage/cursors.js';

@Module({
  controllers: [
    CreatePostHandler,
    EditPostHandler,
    DeletePostHandler,
    GetPostHandler,
    ListBestHandler,
    ListNewHandler,
    ListMemberPostsHandler,
    GetTipTargetHandler,
    ReviewRevisionOnRevisionSubmitted,
    CountLikesOnLikesCounted,
    UpdateAuthorOnMemberProfileChanged,
  ],
  providers: [AuthorDirectory, Cursors],
})
class PostsModule {}

export const postsService: ServiceDefinition<PostsConfig> = {
  name: 'posts',
  config: postsConfig,
  module: PostsModule,
};
