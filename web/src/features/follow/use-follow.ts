import { openDialog } from '../../shared/dialogs/dialog-store';
import { getSession, useSession } from '../../shared/session/session-store';
import { useChangeFollow, useIsFollowing } from './follow.api';

/**
 * Whether the viewer follows an author, undefined while that is not known, and the way to change it. A visitor
 * follows nobody; their wish opens the login dialog and is carried out once they are signed in (spec, section 6).
 */
export function useFollow(username: string) {
  const isVisitor = useSession().token === null;
  const known = useIsFollowing(username);
  const change = useChangeFollow(username);
  const followAsMember = () => {
    // They may turn out to be the author.
    if (getSession().user?.username !== username) change.mutate(true);
  };
  // Following twice is no error, so that is what is offered when the response did not come.
  const isFollowing = isVisitor ? false : (known.data ?? (known.isError ? false : undefined));
  const toggle = () => {
    if (isVisitor) openDialog({ kind: 'auth', tab: 'login', onSignedIn: followAsMember });
    else if (isFollowing !== undefined && !change.isPending) change.mutate(!isFollowing);
  };
  return { isVisitor, isFollowing, toggle };
}
