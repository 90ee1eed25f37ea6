import { useParams } from 'react-router-dom';
import { useMemberFeed } from '../features/feed/feed.api';
import { FeedList } from '../features/feed/feed-list';
import { FollowButton } from '../features/follow/follow-button';
import { PhonePromo } from '../features/promo/phone-promo';
import { paths } from '../shared/config/paths';
import { SITE } from '../shared/config/site';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useUser } from '../shared/session/session-store';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { FeedPost } from './parts/feed-post';
import { useCurrentAddress } from './parts/use-current-address';

/** /u/{username}: a member's posts. */
export function MemberScreen() {
  const { username = '' } = useParams();
  const isOwn = useUser()?.username === username.toLowerCase();
  const heading = isOwn ? 'My posts' : `${username}'s Posts`;
  useDocumentTitle(`${heading} – ${SITE.name}`);
  const feed = useMemberFeed(username);
  useCurrentAddress(username, feed.posts);
  const create = (
    <ButtonLink look="primary" to={paths.create}>
      Create
    </ButtonLink>
  );
  return (
    <>
      <div className="mb-4 flex min-h-10 items-center justify-between gap-4">
        <h1 className="text-21 font-title leading-title wrap-anywhere sm:text-28">{heading}</h1>
        {/* Once the list is there, the name is known to be a member's. Its place is kept, or a long name would break anew. */}
        {!isOwn &&
          (feed.isLoaded ? <FollowButton username={username} /> : <span className="w-26 shrink-0" />)}
      </div>
      <FeedList
        feed={feed}
        renderPost={(post) => <FeedPost post={post} />}
        afterSecond={<PhonePromo />}
        empty={
          <EmptyState
            title="No posts yet"
            text="Share your first post to get started"
            action={isOwn ? create : undefined}
          />
        }
      />
    </>
  );
}
