import { useBestFeed } from '../features/feed/feed.api';
import { FeedList } from '../features/feed/feed-list';
import { PhonePromo } from '../features/promo/phone-promo';
import { SITE } from '../shared/config/site';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { FeedPost } from './parts/feed-post';
import { NothingYet } from './parts/nothing-yet';
import { VisitorPromise } from './parts/visitor-promise';

/** /best: the posts that received most. */
export function BestScreen() {
  useDocumentTitle(`Top Posts – ${SITE.name}`);
  const feed = useBestFeed();
  return (
    <>
      <h1 className="sr-only">Top Posts</h1>
      <VisitorPromise />
      <FeedList
        feed={feed}
        renderPost={(post) => <FeedPost post={post} />}
        afterSecond={<PhonePromo />}
        empty={<NothingYet />}
      />
    </>
  );
}
