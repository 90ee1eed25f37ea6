import { PostCard, type PostCardProps } from '../../features/post/post-card';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPart } from '../../shared/ui/lazy-part';

const FollowMenuItem = lazyComponent(
  () => import('../../features/follow/follow-menu-item'),
  'FollowMenuItem',
);

/** A post as every screen shows it: its menu offers to follow the author. */
export function FeedPost(props: Omit<PostCardProps, 'menu'>) {
  const item = (
    <LazyPart>
      <FollowMenuItem username={props.post.author.username} />
    </LazyPart>
  );
  return <PostCard {...props} menu={{ item, preload: () => void FollowMenuItem.preload() }} />;
}
