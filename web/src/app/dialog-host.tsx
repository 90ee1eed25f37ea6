import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { removeDialog, useOpenDialog } from '../shared/dialogs/dialog-store';
import { afterOverlays } from '../shared/history/overlay-history';
import { getSession } from '../shared/session/session-store';
import { LazyPopup } from '../shared/ui/lazy-popup';
import { AuthDialog, ShareDialog, TipDialog } from './lazy-dialogs';

/** Shows the dialog that some part of the page asked for; going to another page takes it away. */
export function DialogHost() {
  const { pathname } = useLocation();
  const open = useOpenDialog();
  useEffect(() => removeDialog, [pathname]);
  return (
    <LazyPopup key={open?.request.kind} isOpen={open !== null} onClose={removeDialog}>
      <OpenDialog />
    </LazyPopup>
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
            if (getSession().token !== null && request.onSignedIn) afterOverlays(request.onSignedIn);
          }}
        />
      );
    case 'tip':
      return <TipDialog post={request.post} {...modal} />;
    case 'share':
      return <ShareDialog postId={request.postId} {...modal} />;
  }
}
