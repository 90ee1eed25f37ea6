import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { removeDialog, useOpenDialog } from '../shared/dialogs/dialog-store';
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
        <AuthDialog tab={request.tab} reason={request.reason} onSignedIn={request.onSignedIn} {...modal} />
      );
    case 'tip':
      return <TipDialog post={request.post} amount={request.amount} {...modal} />;
    case 'share':
      return <ShareDialog postId={request.postId} {...modal} />;
  }
}
