import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { postsConfig, type PostsConfig } from './config.js';
import { CountLikesOnLikesCounted } from './handlers/count-likes.on-likes-counted.js';
import { CreatePostHandler } from './handlers/create-post.rpc.js';
import { DecideRevisionHandler } from './handlers/decide-revision.rpc.js';
import { DeletePostHandler } from './handlers/delete-post.rpc.js';
import { EditPostHandler } from './handlers/edit-post.rpc.js';
import { ForgetUnusedDraftsCron } from './handlers/forget-unused-drafts.cron.js';
import { FollowAuthorHandler } from './handlers/follow-author.rpc.js';
import { GetPostHandler } from './handlers/get-post.rpc.js';
import { GetTipTargetHandler } from './handlers/get-tip-target.rpc.js';
import { IsFollowingHandler } from './handlers/is-following.rpc.js';
import { ListBestHandler } from './handlers/list-best.rpc.js';
import { ListDecisionsHandler } from './handlers/list-decisions.rpc.js';
import { ListFollowingHandler } from './handlers/list-following.rpc.js';
import { ListMemberPostsHandler } from './handlers/list-member-posts.rpc.js';
import { ListNewHandler } from './handlers/list-new.rpc.js';
import { RememberDraftsOnDraftWritten } from './handlers/remember-drafts.on-draft-written.js';
import { ListReviewQueueHandler } from './handlers/list-review-queue.rpc.js';
import { ReviewRevisionOnRevisionSubmitted } from './handlers/review-revision.on-revision-submitted.js';
import { ShowReviewQueueCron } from './handlers/show-review-queue.cron.js';
import { UnfollowAuthorHandler } from './handlers/unfollow-author.rpc.js';
import { UpdateAuthorOnMemberProfileChanged } from './handlers/update-author.on-member-profile-changed.js';
import { UpdateStandingOnMemberStandingChanged } from './handlers/update-standing.on-member-standing-changed.js';
import { ModerationProvider } from './outside/moderation-provider.js';
import { AuthorDirectory } from './storage/author-directory.js';
import { BlockedWordsFile } from './storage/blocked-words-file.js';
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
    FollowAuthorHandler,
    UnfollowAuthorHandler,
    IsFollowingHandler,
    ListFollowingHandler,
    GetTipTargetHandler,
    ListReviewQueueHandler,
    DecideRevisionHandler,
    ListDecisionsHandler,
    ReviewRevisionOnRevisionSubmitted,
    CountLikesOnLikesCounted,
    UpdateAuthorOnMemberProfileChanged,
    RememberDraftsOnDraftWritten,
    ForgetUnusedDraftsCron,
    ShowReviewQueueCron,
    UpdateStandingOnMemberStandingChanged,
  ],
  providers: [AuthorDirectory, BlockedWordsFile, Cursors, ModerationProvider],
})
class PostsModule {}

export const postsService: ServiceDefinition<PostsConfig> = {
  name: 'posts',
  config: postsConfig,
  module: PostsModule,
};
