import { AppError } from '@likewell/contracts/core/app-error';
import { postErrors } from '@likewell/contracts/posts/errors';

/**
 * Returns a post that `authorId` may change. For everyone else a post that was never published does not
 * exist.
 * @throws AppError POST_NOT_FOUND, NOT_YOUR_POST
 */
export function ownPost<Post extends { authorId: number; isPublished: boolean }>(
  post: Post | null,
  authorId: number,
): Post {
  if (post?.authorId === authorId) return post;
  throw new AppError(post?.isPublished ? postErrors.NOT_YOUR_POST : postErrors.POST_NOT_FOUND);
}
