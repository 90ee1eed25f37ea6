import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import type { FeedPage, Post as PostView } from '@likewell/contracts/gateway/posts';
import type { User } from '@likewell/contracts/gateway/user';
import { likeNumber } from '@likewell/contracts/kernel/money';
import type { Page } from '@likewell/contracts/kernel/page';
import type { Post } from '@likewell/contracts/posts/post';

const DEFAULT_AVATAR = '/static/default-avatar.png';

/** The signed-in member as the spec's section 3 has it. */
export function userView(profile: OwnProfile, balanceNano: bigint): User {
  return {
    ...authorView(profile),
    email: profile.email,
    public_token: profile.publicToken,
    tokens: likeNumber(balanceNano),
    tokensNano: balanceNano.toString(),
  };
}

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

function authorView({ memberId, username, avatar, isVerified }: PublicProfile) {
  return { id: memberId, username, avatar: avatar ?? DEFAULT_AVATAR, is_verified: isVerified };
}
