import { isDeletedUsername } from '@likewell/contracts/core/deleted-username';
import { memo } from 'react';
import { PostCard, type PostCardProps } from '../../features/post/post-card';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';

const FollowMenuItem = lazyComponent(
  () => import('../../features/follow/follow-menu-item'),
  'FollowMenuItem',
);

/**
 * A post as every screen shows it. Its menu offers to follow the author, unless that account is deleted. Renders
 * again when its post changes, not with each list that it stands in.
 */
export const FeedPost = memo(function FeedPost(props: Omit<PostCardProps, 'menu'>) {
  if (isDeletedUsername(props.post.author.username)) return <PostCard {...props} />;
  const item = (
    <LazyPart>
      <FollowMenuItem username={props.post.author.username} />
    </LazyPart>
  );
  return <PostCard {...props} menu={{ item, preload: () => void FollowMenuItem.preload() }} />;
});
