import type { Post } from '@likewell/contracts/gateway/posts';
import { Fragment, type ReactNode } from 'react';
import { useInView } from 'react-intersection-observer';
import { FEED_MARGIN_PX } from '../../shared/config/limits';
import { Spinner } from '../../shared/ui/spinner';
import type { Feed } from './feed.api';
import { PostSkeleton } from './post-skeleton';

interface FeedListProps {
  feed: Feed;
  renderPost: (post: Post) => ReactNode;
  /** Leaves out the first posts of what is shown. */
  skip?: number;
  /** Stands after the second post. */
  afterSecond?: ReactNode;
  empty?: ReactNode;
}

/** The posts of a feed; loads the next page when its end comes within 600 px of view (spec, section 4). */
export function FeedList({ feed, renderPost, skip = 0, afterSecond, empty }: FeedListProps) {
  const posts = feed.posts.slice(skip);
  const { loadMore } = feed;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-busy={feed.isLoading}>
      {posts.map((post, index) => (
        <Fragment key={post.id}>
          {renderPost(post)}
          {index === 1 && afterSecond}
        </Fragment>
      ))}
      {feed.isLoading && <Loading />}
      {feed.isLoaded && feed.posts.length === 0 && empty}
      {loadMore && <Sentinel key={feed.posts.length} onNear={loadMore} />}
    </div>
  );
}

/** Asks for more when it comes near; made anew for each page, so that a short page asks again at once. */
function Sentinel({ onNear }: { onNear: () => void }) {
  const { ref } = useInView({
    rootMargin: `${FEED_MARGIN_PX}px 0px`,
    triggerOnce: true,
    onChange: (near) => near && onNear(),
  });
  return <div ref={ref} className="h-px" />;
}

function Loading() {
  return (
    <>
      <PostSkeleton />
      <div role="status" className="flex justify-center py-4 text-muted">
        <Spinner />
        <span className="sr-only">Loading posts</span>
      </div>
    </>
  );
}
