import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import type { FeedPage, Post as PostView } from '@likewell/contracts/gateway/posts';
import type { HoldersEpoch } from '@likewell/contracts/gateway/holders';
import type { User } from '@likewell/contracts/gateway/user';
import type { HistoryItem } from '@likewell/contracts/gateway/wallet';
import { likeNumber } from '@likewell/contracts/kernel/money';
import type { Page } from '@likewell/contracts/kernel/page';
import type { Post } from '@likewell/contracts/posts/post';
import type { Epoch, StatementLine } from '@likewell/contracts/tipping-ledger/statement';

const DEFAULT_AVATAR = '/static/default-avatar.png';

/** The signed-in member as the spec's section 3 has it. */
export function userView(profile: OwnProfile, balanceNano: bigint): User {
  return {
    ...authorView(profile),
    email: profile.email,
    public_token: profile.publicToken,
    role: profile.role,
    ...balanceView(balanceNano),
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

/** A balance, for people and exactly. */
export function balanceView(balanceNano: bigint) {
  return { tokens: likeNumber(balanceNano), tokensNano: balanceNano.toString() };
}

/** A change of the balance, signed, for people and exactly. */
export function historyView(line: StatementLine): HistoryItem {
  return {
    id: line.id,
    created_at: line.createdAt,
    kind: line.kind,
    amount: likeNumber(line.amountNano),
    amountNano: line.amountNano.toString(),
    post_id: line.postId,
    counterparty: line.counterpartyId,
  };
}

/** A closed epoch of the holders' share. */
export function epochView({
  epoch,
  membersTotalNano,
  distributedNano,
  index,
  closedAt,
}: Epoch): HoldersEpoch {
  return {
    epoch,
    members_total: likeNumber(membersTotalNano),
    membersTotalNano: membersTotalNano.toString(),
    distributed: likeNumber(distributedNano),
    distributedNano: distributedNano.toString(),
    index,
    closed_at: closedAt,
  };
}

/** A member as everybody sees one (spec, section 3). */
export function authorView({ memberId, username, avatar, isVerified }: PublicProfile) {
  return { id: memberId, username, avatar: avatar ?? DEFAULT_AVATAR, is_verified: isVerified };
}
