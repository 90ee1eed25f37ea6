import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type RefObject, useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { useBackCloses } from '../../shared/history/overlay-history';
import { Button, buttonClass } from '../../shared/ui/button';
import { useDeletePost } from './post.api';

interface DeleteDialogProps {
  postId: number;
  opener: RefObject<HTMLElement | null>;
  onClosed: () => void;
  onDeleted: (() => void) | undefined;
}

/** Asks before a post is deleted; a rejection is an alert (spec, section 8). */
export function DeleteDialog({ postId, opener, onClosed, onDeleted }: DeleteDialogProps) {
  const [open, setOpen] = useState(true);
  const remove = useDeletePost(postId);
  useBackCloses(open, () => setOpen(false));
  const confirm = () => {
    if (remove.isPending) return;
    remove.mutate(undefined, {
      onSuccess: () => onDeleted?.(),
      onError: (error) => {
        setOpen(false);
        window.alert(errorText(error, 'Failed to delete'));
      },
    });
  };
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={setOpen}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fade-in-out fixed inset-0 z-40 bg-backdrop" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-center justify-center p-4">
          <AlertDialog.Popup
            finalFocus={opener}
            className="rise-in-out w-full max-w-90 rounded-2xl border border-line bg-surface p-6 shadow-dialog outline-none"
          >
            <AlertDialog.Title className="text-21 font-title leading-title">
              Delete this post?
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-15 text-muted">
              It disappears for everybody. LIKE it received stay yours.
            </AlertDialog.Description>
            <div className="mt-5 flex justify-end gap-2">
              <AlertDialog.Close className={buttonClass({})}>Cancel</AlertDialog.Close>
              <Button look="danger" aria-disabled={remove.isPending} onClick={confirm}>
                Delete
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
