import { useEffect } from 'react';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { useSession } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { EmptyState } from '../../shared/ui/empty-state';
import { Spinner } from '../../shared/ui/spinner';

/** Stands for a screen that is for members alone, with the login dialog open over it (spec, section 6). */
export function LoginNeeded() {
  const isVisitor = useSession().token === null;
  useEffect(() => {
    if (isVisitor) openDialog({ kind: 'auth', tab: 'login' });
  }, [isVisitor]);
  // A token without a user: start-up is still asking whose it is.
  if (!isVisitor) {
    return (
      <div role="status" className="flex justify-center py-16 text-muted">
        <Spinner />
        <span className="sr-only">Loading</span>
      </div>
    );
  }
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
