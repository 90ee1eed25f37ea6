import { useDeferredValue, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { type OpenDialog, removeDialog, useOpenDialog } from '../shared/dialogs/dialog-store';
import { LazyPopup } from '../shared/ui/lazy-popup';
import { AuthDialog, ConfirmDialog, ShareDialog, TipDialog } from './lazy-dialogs';

/**
 * Shows the dialog that some part of the page has requested, until the path changes. The dialog is rendered
 * in slices after the press has been painted, since on a slow phone the rendering takes longer than a frame.
 */
export function DialogHost() {
  const { pathname } = useLocation();
  const open = useOpenDialog();
  const shown = useDeferredValue(open) === open ? open : null;
  useEffect(() => removeDialog, [pathname]);
  return (
    <LazyPopup key={shown?.request.kind} isOpen={shown !== null} onClose={removeDialog}>
      {shown && <DialogOf {...shown} />}
    </LazyPopup>
  );
}

function DialogOf({ request, opener }: OpenDialog) {
  const modal = { opener, onClosed: removeDialog };
  switch (request.kind) {
    case 'auth':
      return (
        <AuthDialog tab={request.tab} reason={request.reason} onSignedIn={request.onSignedIn} {...modal} />
      );
    case 'confirm':
      return <ConfirmDialog ways={request.ways} onConfirmed={request.onConfirmed} {...modal} />;
    case 'tip':
      return <TipDialog post={request.post} amount={request.amount} {...modal} />;
    case 'share':
      return <ShareDialog postId={request.postId} {...modal} />;
  }
}
