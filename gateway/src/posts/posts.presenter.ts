import type { FeedPage, Post as PostView } from '@likewell/contracts/gateway/posts';
import { likeNumber } from '@likewell/contracts/core/money';
import type { Page } from '@likewell/contracts/core/page';
import type { Post } from '@likewell/contracts/posts/post';
import { authorView } from '../users/users.presenter.js';

/** A post as the spec's section 3 has it. */
export function postView(post: Post): PostView {
  return {
    id: post.id,
    title: post.title,
    body: post.body,
    created_at: post.createdAt,
    author: authorView(post.author),
    ...likesView(post.likesSumNano),
    review_status: post.reviewStatus,
    drafted_with_ai: post.draftedWithAi,
  };
}

/** A page of posts as the spec's section 3 has it. */
export function pageView({ items, nextCursor }: Page<Post>): FeedPage {
  return { items: items.map(postView), nextCursor };
}

/** What a post received, for people and exactly. */
export function likesView(likesSumNano: bigint) {
  return { likes_sum: likeNumber(likesSumNano), likesSumNano: likesSumNano.toString() };
}
