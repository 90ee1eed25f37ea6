import type { Feed } from '../../features/feed/feed.api';
import { useDocumentTitle } from '../../shared/hooks/use-document-title';
import { useIsSignedIn } from '../../shared/session/session-store';
import { buttonClass } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { WriteButton } from '../../shared/ui/write-button';
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
  const action = (
    <WriteButton tab="signup" className={buttonClass({ look: 'primary' })}>
      {useIsSignedIn() ? 'Create' : 'Sign Up'}
    </WriteButton>
  );
  return (
    <EmptyState title="No posts yet" text="The first post of Likewell could be yours." action={action} />
  );
}
