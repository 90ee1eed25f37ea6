import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { removeDialog, useOpenDialog } from '../shared/dialogs/dialog-store';
import { getSession } from '../shared/session/session-store';
import { lazyComponent } from '../shared/ui/lazy-component';

const AuthDialog = lazyComponent(async () => (await import('../features/auth/auth-dialog')).AuthDialog);
const TipDialog = lazyComponent(async () => (await import('../features/tip/tip-dialog')).TipDialog);
const ShareDialog = lazyComponent(async () => (await import('../features/share/share-dialog')).ShareDialog);

/** Shows the dialog that some part of the page asked for; going to another page takes it away. */
export function DialogHost() {
  const { pathname } = useLocation();
  useEffect(() => removeDialog, [pathname]);
  return (
    <Suspense>
      <OpenDialog />
    </Suspense>
  );
}

function OpenDialog() {
  const open = useOpenDialog();
  if (open === null) return null;
  const { request, opener } = open;
  const modal = { opener, onClosed: removeDialog };
  switch (request.kind) {
    case 'auth':
      return (
        <AuthDialog
          tab={request.tab}
          opener={opener}
          onClosed={() => {
            removeDialog();
            if (getSession().token !== null) request.onSignedIn?.();
          }}
        />
      );
    case 'tip':
      return <TipDialog post={request.post} {...modal} />;
    case 'share':
      return <ShareDialog postId={request.postId} {...modal} />;
  }
}
