import { lazy } from 'react';
import { PostCard, type PostCardProps } from '../../features/post/post-card';

const load = () => import('../../features/follow/follow-menu-item');
const FollowMenuItem = lazy(async () => ({ default: (await load()).FollowMenuItem }));

/** A post as every screen shows it: its menu offers to follow the author. */
export function FeedPost(props: Omit<PostCardProps, 'menu'>) {
  const item = <FollowMenuItem username={props.post.author.username} />;
  return <PostCard {...props} menu={{ item, load }} />;
}
