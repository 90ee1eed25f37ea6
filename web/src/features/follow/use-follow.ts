import { openDialog } from '../../shared/dialogs/dialog-store';
import { getSession, useIsSignedIn } from '../../shared/session/session-store';
import { useChangeFollow, useIsChangingFollow, useIsFollowing } from './follow.api';

/**
 * Returns whether the viewer follows an author (undefined while that is unknown), and a function to change it,
 * which does nothing while a change is under way. A visitor follows nobody: for them the change opens the login
 * dialog, and is made once they are signed in (spec, section 6).
 */
export function useFollow(username: string) {
  const isVisitor = !useIsSignedIn();
  const known = useIsFollowing(username);
  const change = useChangeFollow(username);
  const isChanging = useIsChangingFollow(username);
  const followAsMember = () => {
    // The new member may be the author.
    if (getSession().user?.username !== username) change.mutate(true);
  };
  // Following twice is no error, so Follow is offered when the state could not be read.
  const isFollowing = isVisitor ? false : (known.data ?? (known.isError ? false : undefined));
  const toggle = () => {
    if (isVisitor) openDialog({ kind: 'auth', tab: 'login', onSignedIn: followAsMember });
    else if (isFollowing !== undefined && !isChanging) change.mutate(!isFollowing);
  };
  return { isVisitor, isFollowing, isChanging, toggle };
}
