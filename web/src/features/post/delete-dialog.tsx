import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button, buttonClass } from '../../shared/ui/button';
import { focusAfter } from '../../shared/ui/modal';
import { Backdrop, OverlayViewport, useOverlay } from '../../shared/ui/overlay';
import { useDeletePost } from './post.api';

interface DeleteDialogProps {
  postId: number;
  opener: RefObject<HTMLElement | null>;
  onClosed: () => void;
  onDeleted: (() => void) | undefined;
}

/** Asks before a post is deleted. The focus then moves to the post that takes its place in the list. */
export function DeleteDialog({ postId, opener, onClosed, onDeleted }: DeleteDialogProps) {
  const { root, close } = useOverlay(onClosed);
  const successor = useRef<HTMLElement>(null);
  const remove = useDeletePost(postId, () => {
    const post = opener.current?.closest(`[data-post-id="${postId}"]`);
    // The author is on another screen by now.
    if (!post) return;
    successor.current = titleAfter(post);
    // The dialog was closed before.
    if (post.contains(document.activeElement)) successor.current?.focus();
    if (!onDeleted) return;
    // At once, so that the page waits until the question's entry has left the history before it goes on.
    flushSync(close);
    onDeleted();
  });
  const confirm = () => remove.mutate(undefined, { onError: close });
  return (
    <AlertDialog.Root {...root} onOpenChange={(isOpen) => !remove.isPending && root.onOpenChange(isOpen)}>
      <AlertDialog.Portal>
        <Backdrop />
        <OverlayViewport className="items-center p-4">
          <AlertDialog.Popup
            finalFocus={() => focusAfter(opener.current ?? successor.current)}
            className="rise-in-out w-full max-w-90 rounded-2xl border border-line bg-surface p-6 shadow-dialog outline-none"
          >
            <AlertDialog.Title className="text-21 font-title leading-title">
              Delete this post?
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-15 text-muted">
              It disappears for everybody. The LIKE that it received stays yours.
            </AlertDialog.Description>
            <div className="mt-5 flex flex-wrap justify-end gap-2">
              <AlertDialog.Close aria-disabled={remove.isPending} className={buttonClass({})}>
                Cancel
              </AlertDialog.Close>
              <Button look="danger" aria-disabled={remove.isPending} onClick={confirm}>
                Delete
              </Button>
            </div>
          </AlertDialog.Popup>
        </OverlayViewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** Returns the title of the post that follows in the list, or else of the one before; null outside a list. */
function titleAfter(post: Element): HTMLElement | null {
  const titles = [...document.querySelectorAll<HTMLElement>('[data-post-id] h2 a')];
  const place = titles.findIndex((title) => post.contains(title));
  return place === -1 ? null : (titles[place + 1] ?? titles[place - 1] ?? null);
}
