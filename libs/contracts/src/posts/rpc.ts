import { z } from 'zod';
import { authErrors } from '../auth/errors.js';
import { publicProfile } from '../auth/profile.js';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId, uuid } from '../core/ids.js';
import { nonNegativeNano } from '../core/money-schema.js';
import { cursor, PAGE_SIZE } from '../core/page.js';
import { postErrors } from './errors.js';
import { decidedBy, decision, decisionPage, judgement, queuePage } from './moderation.js';
import { bestRange, post, postPage } from './post.js';
import { memberProfile } from './profile.js';
import { postBody, postTitle } from './text.js';

const viewer = memberId.nullable();
/** The draft of ai-drafting that a text began with; an unknown draft is never shown. */
const draftId = uuid.nullish();
const listErrors = [commonErrors.INVALID_CURSOR];

/** Writes a post. It starts pending until the automatic check, or a person, decides (ADRs 0040 and 0110). */
export const createPost = defineRpc({
  subject: 'rpc.posts.create-post',
  actor: 'authorId',
  input: z.object({ authorId: memberId, title: postTitle, body: postBody, draftId }),
  output: post,
  errors: [authErrors.MEMBER_NOT_FOUND, commonErrors.RATE_LIMITED],
});

/**
 * Proposes a new text for an own post; the published one stays public while it waits. Without a draft of its
 * own it keeps the draft of the previous text.
 */
export const editPost = defineRpc({
  subject: 'rpc.posts.edit-post',
  actor: 'authorId',
  input: z.object({ postId: id, authorId: memberId, title: postTitle, body: postBody, draftId }),
  output: post,
  errors: [
    postErrors.POST_NOT_FOUND,
    postErrors.NOT_YOUR_POST,
    authErrors.MEMBER_NOT_FOUND,
    commonErrors.RATE_LIMITED,
  ],
});

/** Deletes an own post for good; its tips stay in the ledger. Deleting a deleted post is no error. */
export const deletePost = defineRpc({
  subject: 'rpc.posts.delete-post',
  actor: 'authorId',
  input: z.object({ postId: id, authorId: memberId }),
  output: z.object({}),
  errors: [postErrors.POST_NOT_FOUND, postErrors.NOT_YOUR_POST],
});

/** Returns one post as `viewerId` may see it. */
export const getPost = defineRpc({
  subject: 'rpc.posts.get-post',
  actor: 'viewerId',
  input: z.object({ postId: id, viewerId: viewer }),
  output: post,
  errors: [postErrors.POST_NOT_FOUND],
});

/** Returns the newest text of a post that is not public, for moderators; a deleted post is not found. */
export const getUnpublishedPost = defineRpc({
  subject: 'rpc.posts.get-unpublished-post',
  role: 'moderator',
  input: z.object({ postId: id }),
  output: post,
  errors: [postErrors.POST_NOT_FOUND],
});

/** Lists published posts by tips received, most first. */
export const listBest = defineRpc({
  subject: 'rpc.posts.list-best',
  input: z.object({ range: bestRange, cursor: cursor.nullable() }),
  output: postPage,
  errors: listErrors,
});

/** Lists published posts, newest first. */
export const listNew = defineRpc({
  subject: 'rpc.posts.list-new',
  input: z.object({ cursor: cursor.nullable() }),
  output: postPage,
  errors: listErrors,
});

/** Lists a member's posts, newest first; unpublished ones only for the author. */
export const listMemberPosts = defineRpc({
  subject: 'rpc.posts.list-member-posts',
  actor: 'viewerId',
  input: z.object({ username: z.string().max(100), viewerId: viewer, cursor: cursor.nullable() }),
  output: postPage,
  errors: [...listErrors, authErrors.MEMBER_NOT_FOUND],
});

/**
 * Returns a member's public profile by their username, for 90 days also by a former one; a suspended member
 * has none.
 */
export const getProfile = defineRpc({
  subject: 'rpc.posts.get-profile',
  actor: 'viewerId',
  input: z.object({ username: z.string().max(100), viewerId: viewer }),
  output: memberProfile,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/**
 * Returns the names that a page of another list needs: profiles of members and titles of posts as `viewerId`
 * may read them. Unknown or unreadable ones are left out.
 */
export const findNames = defineRpc({
  subject: 'rpc.posts.find-names',
  actor: 'viewerId',
  input: z.object({
    viewerId: memberId,
    memberIds: z.array(memberId).max(PAGE_SIZE),
    postIds: z.array(id).max(PAGE_SIZE),
  }),
  output: z.object({
    members: z.array(publicProfile),
    posts: z.array(z.object({ id, title: z.string() })),
  }),
  timeoutMs: 1000,
});

const followed = z.object({ followerId: memberId, username: z.string().max(100) });

/** Follows an author. Following one whom the member follows already is no error. */
export const followAuthor = defineRpc({
  subject: 'rpc.posts.follow-author',
  actor: 'followerId',
  input: followed,
  output: z.object({}),
  errors: [authErrors.MEMBER_NOT_FOUND, postErrors.CANNOT_FOLLOW_YOURSELF, postErrors.TOO_MANY_FOLLOWS],
});

/** Stops following an author. Unfollowing one whom the member does not follow is no error. */
export const unfollowAuthor = defineRpc({
  subject: 'rpc.posts.unfollow-author',
  actor: 'followerId',
  input: followed,
  output: z.object({}),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Tells whether a member follows an author. */
export const isFollowing = defineRpc({
  subject: 'rpc.posts.is-following',
  actor: 'followerId',
  input: followed,
  output: z.object({ following: z.boolean() }),
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Lists the published posts of the authors whom a member follows, newest first. */
export const listFollowing = defineRpc({
  subject: 'rpc.posts.list-following',
  actor: 'followerId',
  input: z.object({ followerId: memberId, cursor: cursor.nullable() }),
  output: postPage,
  errors: listErrors,
});

/** Returns the author of a post and whether it may be tipped; `version` orders it among the events of the post. */
export const getTipTarget = defineRpc({
  subject: 'rpc.posts.get-tip-target',
  callers: ['tipping-ledger'],
  input: z.object({ postId: id }),
  output: z.object({
    target: z.object({ authorId: memberId, open: z.boolean(), version: z.int().positive() }).nullable(),
  }),
  timeoutMs: 1500,
});

/** Lists the texts that wait for a moderator, oldest first, without those of `moderatorId`. */
export const listReviewQueue = defineRpc({
  subject: 'rpc.posts.list-review-queue',
  actor: 'moderatorId',
  role: 'moderator',
  input: z.object({ moderatorId: memberId, cursor: cursor.nullable() }),
  output: queuePage,
  errors: listErrors,
});

/**
 * Approves or rejects a waiting text. The first decision stands: a second moderator gets ALREADY_DECIDED, and
 * a repeated equal decision returns the same line of the log.
 */
export const decideRevision = defineRpc({
  subject: 'rpc.posts.decide-revision',
  actor: 'moderatorId',
  role: 'moderator',
  input: z.object({ revisionId: id, moderatorId: memberId, judgement }),
  output: decision,
  errors: [
    postErrors.REVISION_NOT_FOUND,
    postErrors.OWN_REVISION,
    postErrors.ALREADY_DECIDED,
    postErrors.TEXT_CHANGED,
    authErrors.MEMBER_NOT_FOUND,
  ],
});

/** Lists the log of decisions, newest first. */
export const listDecisions = defineRpc({
  subject: 'rpc.posts.list-decisions',
  role: 'moderator',
  input: z.object({ by: decidedBy, cursor: cursor.nullable() }),
  output: decisionPage,
  errors: listErrors,
});

/** A text that an author proposed, with the state of the text and of its post. */
export const exportedText = z.object({
  id,
  postId: id,
  title: z.string(),
  body: z.string(),
  status: z.enum(['pending', 'approved', 'rejected', 'superseded']),
  /** True if it is the public text of the post. */
  isPublic: z.boolean(),
  draftedWithAi: z.boolean(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  postCreatedAt: z.iso.datetime(),
  postDeletedAt: z.iso.datetime().nullable(),
  postLikesSumNano: nonNegativeNano,
});
export type ExportedText = z.output<typeof exportedText>;

/** Position in the export: the text after which the next page starts. */
const textPlace = z.object({ postId: id, textId: id });

/**
 * Lists an author's texts, including those of deleted posts, by post and in the order of writing; for the
 * file with their data. 30 days after its deletion the texts of a post are empty.
 */
export const exportTexts = defineRpc({
  subject: 'rpc.posts.export-texts',
  callers: ['auth'],
  input: z.object({ memberId, after: textPlace.nullable() }),
  output: z.object({ texts: z.array(exportedText), next: textPlace.nullable() }),
  timeoutMs: 5000,
});

/** Lists the authors whom a member follows, by their ids, and since when; for the file with a member's data. */
export const exportFollows = defineRpc({
  subject: 'rpc.posts.export-follows',
  callers: ['auth'],
  input: z.object({ memberId, afterId: memberId.nullable() }),
  output: z.object({
    follows: z.array(z.object({ authorId: memberId, since: z.iso.datetime() })),
    nextId: memberId.nullable(),
  }),
  timeoutMs: 5000,
});
