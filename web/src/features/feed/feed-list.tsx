import type { Post } from '@likewell/contracts/gateway/posts';
import { Fragment, type ReactNode, useDeferredValue } from 'react';
import { FEED_MARGIN_PX, FIRST_PAINTED_POSTS } from '../../shared/config/limits';
import { useIsPainted } from '../../shared/hooks/use-is-painted';
import { Sentinel } from '../../shared/ui/sentinel';
import { Spinner } from '../../shared/ui/spinner';
import { Status } from '../../shared/ui/status';
import type { Feed } from './feed.api';
import { FeedBlock } from './feed-block';
import { PostSkeleton } from './post-skeleton';

interface Appearance {
  renderPost: (post: Post) => ReactNode;
  /** Shown after the second post. */
  afterSecond?: ReactNode;
}

interface FeedListProps extends Appearance {
  feed: Pick<Feed, 'pages' | 'isLoading' | 'isLoaded' | 'loadMore'>;
  /** Number of posts to leave out at the beginning. */
  skip?: number;
  empty?: ReactNode;
}

/** The posts of a feed; loads the next page when its end comes within 600 px of view (spec, section 4). */
export function FeedList({ feed, skip = 0, empty, ...appearance }: FeedListProps) {
  const { pages, loadMore } = feed;
  const isEmpty = pages.every(({ length }) => length === 0);
  // The first posts are rendered in slices, so that a slow phone can respond to touches in between; later
  // changes are rendered at once.
  const hasArrived = useDeferredValue(pages.length > 0) && pages.length > 0;
  const isLoading = feed.isLoading || (pages.length > 0 && !hasArrived);
  return (
    <div className="stack gap-3">
      {hasArrived && <Pages pages={withoutFirst(pages, skip)} loadMore={loadMore} {...appearance} />}
      {isLoading && <PostSkeleton />}
      <Status className="flex justify-center py-4 text-muted">
        {isLoading && (
          <>
            <Spinner />
            <span className="sr-only">Loading posts</span>
          </>
        )}
      </Status>
      {feed.isLoaded && !isLoading && !loadMore && isEmpty && empty}
    </div>
  );
}

interface PagesProps extends Appearance {
  pages: Post[][];
  loadMore: (() => void) | null;
}

function Pages({ pages, loadMore, renderPost, afterSecond }: PagesProps) {
  // Twenty cards take a slow phone a while: the first few are painted before the others are rendered.
  const isWhole = useIsPainted();
  const shown = isWhole ? pages : pages.slice(0, 1).map((page) => page.slice(0, FIRST_PAINTED_POSTS));
  const second = pages.flat()[1];
  const render = (post: Post) => (
    <Fragment key={post.id}>
      {renderPost(post)}
      {post === second && afterSecond}
    </Fragment>
  );
  return (
    <>
      {shown.map(
        (page, index) =>
          page[0] && (
            <FeedBlock
              key={index}
              name={`${page[0].id} ${page.length}`}
              startsFar={index > 0}
              render={() => page.map(render)}
            />
          ),
      )}
      {isWhole && loadMore && <Sentinel key={pages.length} marginPx={FEED_MARGIN_PX} onNear={loadMore} />}
    </>
  );
}

function withoutFirst(pages: Post[][], count: number): Post[][] {
  const left = new Set(pages.flat().slice(count));
  return count === 0 ? pages : pages.map((page) => page.filter((post) => left.has(post)));
}
