import { useFollowingFeed } from '../features/feed/feed.api';
import { useFocusAfterRemoval } from '../features/feed/use-focus-after-removal';
import { useIsUnfollowed } from '../features/follow/follow.api';
import { paths } from '../shared/config/paths';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { useUser } from '../shared/session/session-store';
import { ButtonLink } from '../shared/ui/button';
import { EmptyState } from '../shared/ui/empty-state';
import { LoginNeeded } from './parts/login-needed';
import { PostFeed } from './parts/post-feed';

/** The screen /following: the posts of the authors whom the member follows. */
export function FollowingScreen() {
  useDocumentTitle('Following');
  const user = useUser();
  return (
    <>
      <h1 className="sr-only">Following</h1>
      {user ? <Following key={user.id} /> : <LoginNeeded />}
    </>
  );
}

/** The Following feed, without the posts of an author who was just unfollowed. */
function Following() {
  const feed = useFollowingFeed();
  const isUnfollowed = useIsUnfollowed();
  const pages = feed.pages.map((page) => page.filter(({ author }) => !isUnfollowed(author.username)));
  useFocusAfterRemoval(pages.flat().map(({ id }) => id));
  const find = (
    <ButtonLink look="primary" to={paths.new}>
      Find authors
    </ButtonLink>
  );
  return (
    <PostFeed
      feed={{ ...feed, pages }}
      empty={
        <EmptyState
          title="Not following anyone"
          text="Follow authors to see their posts here"
          action={find}
        />
      }
    />
  );
}
