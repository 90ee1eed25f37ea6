import { useEffect } from 'react';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { useIsSignedIn } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { Loading } from './loading';

/** Replaces a screen for members only, with the login dialog open over it (spec, section 6). */
export function LoginNeeded() {
  const isVisitor = !useIsSignedIn();
  useEffect(() => {
    if (isVisitor) openDialog({ kind: 'auth', tab: 'login' });
  }, [isVisitor]);
  // There is a token but no user yet: the page is still asking the server.
  if (!isVisitor) return <Loading />;
  return (
    <EmptyState
      title="Please log in"
      text="This page is for members."
      action={
        <Button look="primary" onClick={() => openDialog({ kind: 'auth', tab: 'login' })}>
          Login
        </Button>
      }
    />
  );
}
