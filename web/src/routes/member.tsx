import { useParams } from 'react-router-dom';
import { useMemberFeed } from '../features/feed/feed.api';
import { FeedList } from '../features/feed/feed-list';
import { PostCard } from '../features/post/post-card';
import { PhonePromo } from '../features/promo/phone-promo';
import { paths } from '../shared/config/paths';
import { SITE } from '../shared/config/site';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useUser } from '../shared/session/session-store';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';

/** /u/{username}: a member's posts. */
export function MemberScreen() {
  const { username = '' } = useParams();
  const isOwn = useUser()?.username === username;
  const heading = isOwn ? 'My posts' : `${username}'s Posts`;
  useDocumentTitle(`${heading} – ${SITE.name}`);
  const feed = useMemberFeed(username);
  const create = (
    <ButtonLink look="primary" to={paths.create}>
      Create
    </ButtonLink>
  );
  return (
    <>
      <h1 className="mb-4 text-28 font-title leading-title wrap-anywhere">{heading}</h1>
      <FeedList
        feed={feed}
        renderPost={(post) => <PostCard post={post} />}
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
