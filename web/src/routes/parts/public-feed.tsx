import type { Feed } from '../../features/feed/feed.api';
import { FeedList } from '../../features/feed/feed-list';
import { PhonePromo } from '../../features/promo/phone-promo';
import { SITE } from '../../shared/config/site';
import { useDocumentTitle } from '../../shared/hooks/use-document-title';
import { FeedPost } from './feed-post';
import { NothingYet } from './nothing-yet';
import { VisitorPromise } from './visitor-promise';

/** The posts of everybody; Best and New show them in different orders. */
export function PublicFeed({ title, feed }: { title: string; feed: Feed }) {
  useDocumentTitle(`${title} – ${SITE.name}`);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
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
