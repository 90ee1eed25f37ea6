import { PostCard, type PostCardProps } from '../../features/post/post-card';
import { lazyComponent } from '../../shared/ui/lazy-component';

const load = () => import('../../features/follow/follow-menu-item');
const FollowMenuItem = lazyComponent(async () => (await load()).FollowMenuItem);

/** A post as every screen shows it: its menu offers to follow the author. */
export function FeedPost(props: Omit<PostCardProps, 'menu'>) {
  const item = <FollowMenuItem username={props.post.author.username} />;
  return <PostCard {...props} menu={{ item, load }} />;
}
