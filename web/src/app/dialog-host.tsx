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
      return <AuthDialog {...request} {...modal} />;
    case 'confirm':
      return <ConfirmDialog {...request} {...modal} />;
    case 'tip':
      return <TipDialog {...request} {...modal} />;
    case 'share':
      return <ShareDialog {...request} {...modal} />;
  }
}
