import { useNavigate } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { useIsSignedIn } from '../../shared/session/session-store';
import { Button, ButtonLink } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';

/** Shown by Best and New when there are no posts. */
export function NothingYet() {
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
