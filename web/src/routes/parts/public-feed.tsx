import { useNavigate } from 'react-router-dom';
import type { Feed } from '../../features/feed/feed.api';
import { paths } from '../../shared/config/paths';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { useDocumentTitle } from '../../shared/hooks/use-document-title';
import { useIsSignedIn } from '../../shared/session/session-store';
import { Button, ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { PostFeed } from './post-feed';

/** The posts of everybody; Best and New show them in different orders. */
export function PublicFeed({ title, feed }: { title: string; feed: Feed }) {
  useDocumentTitle(title);
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <VisitorPromise />
      <PostFeed feed={feed} empty={<NothingYet />} />
    </>
  );
}

/** Describes Likewell in a sentence for visitors. */
function VisitorPromise() {
  if (useIsSignedIn()) return null;
  return (
    <p className="mb-3 px-1 text-15 text-muted lg:mb-4">
      <strong className="font-semibold text-fg">Readers pay writers here.</strong> 70% of every tip goes to
      the author.
    </p>
  );
}

/** Shown by Best and New when there are no posts. */
function NothingYet() {
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  const action = isSignedIn ? (
    <ButtonLink look="primary" to={paths.create}>
      Create
    </ButtonLink>
  ) : (
    <Button
      look="primary"
      onClick={() =>
        openDialog({ kind: 'auth', tab: 'signup', onSignedIn: () => void navigate(paths.create) })
      }
    >
      Sign Up
    </Button>
  );
  return (
    <EmptyState title="No posts yet" text="The first post of Likewell could be yours." action={action} />
  );
}
