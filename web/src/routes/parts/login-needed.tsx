import { useEffect, useRef } from 'react';
import { getOpenDialog, openDialog, useOpenDialog } from '../../shared/dialogs/dialog-store';
import { useIsSignedIn } from '../../shared/session/session-store';
import { EmptyState } from '../../shared/ui/empty-state';
import { LoginButton } from '../../shared/ui/login-button';
import { Loading } from './loading';

/**
 * Replaces a screen for members only, with the login dialog open over it (spec, section 6). A session may end
 * under another dialog, such as that of a tip, which tells what became of it: then the login is offered once
 * that one is closed, unless it has led to a login itself.
 */
export function LoginNeeded() {
  const isVisitor = !useIsSignedIn();
  const open = useOpenDialog();
  const isOffered = useRef(false);
  useEffect(() => {
    if (!isVisitor || isOffered.current) return;
    // A dialog of the screen before may have been removed since this one was rendered.
    const other = getOpenDialog();
    isOffered.current = other === null || other.request.kind === 'auth';
    if (other === null) openDialog({ kind: 'auth', tab: 'login' });
  }, [isVisitor, open]);
  // There is a token but no user yet: the page is still asking the server.
  if (!isVisitor) return <Loading />;
  return (
    <EmptyState
      title="Please log in"
      text="This page is for members."
      action={<LoginButton look="primary" />}
    />
  );
}
