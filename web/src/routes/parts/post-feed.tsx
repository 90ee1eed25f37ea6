import type { ComponentProps } from 'react';
import { FeedList } from '../../features/feed/feed-list';
import { PhonePromo } from '../../features/promo/promo-card';
import { FeedPost } from './feed-post';

type PostFeedProps = Omit<ComponentProps<typeof FeedList>, 'renderPost' | 'afterSecond'>;

/** A feed as every screen shows it, on a phone with the promo in it. */
export function PostFeed(props: PostFeedProps) {
  return <FeedList renderPost={(post) => <FeedPost post={post} />} afterSecond={<PhonePromo />} {...props} />;
}
