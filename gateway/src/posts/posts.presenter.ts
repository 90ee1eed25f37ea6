import type { FeedPage, Post as PostView } from '@likewell/contracts/gateway/posts';
import { likeNumber } from '@likewell/contracts/core/money';
import type { Page } from '@likewell/contracts/core/page';
import type { Post } from '@likewell/contracts/posts/post';
import { authorView } from '../users/users.presenter.js';

/** A post as in the spec's section 3. */
export function postView(post: Post): PostView {
  return {
    id: post.id,
    title: post.title,
    body: post.body,
    created_at: post.createdAt,
    author: authorView(post.author),
    ...likesView(post.likesSumNano),
    review_status: post.reviewStatus,
    is_public: post.isPublic,
    drafted_with_ai: post.draftedWithAi,
  };
}

/** A page of posts as in the spec's section 3. */
export function pageView({ items, nextCursor }: Page<Post>): FeedPage {
  return { items: items.map(postView), nextCursor };
}

/** Likes received by a post, for display and exact. */
export function likesView(likesSumNano: bigint) {
  return { likes_sum: likeNumber(likesSumNano), likesSumNano: likesSumNano.toString() };
}
