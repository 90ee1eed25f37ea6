import { Dialog } from '@base-ui/react/dialog';
import { Check, Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import { type DialogProps, openDialog } from '../../shared/dialogs/dialog-store';
import { useCopy } from '../../shared/hooks/use-copy';
import { useUser } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { CopyLabel } from '../../shared/ui/copy-label';
import { Modal } from '../../shared/ui/modal';
import { shareLink } from './share-link';

/** Share and earn: a member's own link, or an invitation to have one. */
export function ShareDialog({ postId, ...modal }: DialogProps<'share'>) {
  const user = useUser();
  return (
    <Modal title="Share and earn" {...modal}>
      {() =>
        user ? (
          <OwnLink link={shareLink(location.origin, postId, user.public_token)} />
        ) : (
          <Invitation postId={postId} />
        )
      }
    </Modal>
  );
}

function OwnLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { isCopied, copy } = useCopy();
  const select = () => {
    if (!field.current) return;
    field.current.focus();
    selectFromEnd(field.current);
  };
  return (
    <div className="stack gap-4">
      <Dialog.Description className="text-15 text-muted">
        Share this post with your link. You get 10% of the LIKE tokens from all transactions of those who
        register through it.
      </Dialog.Description>
      {/* With large text the button goes below: the field shows a part of the link that can be read. */}
      <div className="flex flex-wrap gap-2">
        <label htmlFor={id} className="sr-only">
          Your referral link
        </label>
        <input
          ref={field}
          id={id}
          readOnly
          value={link}
          onFocus={({ target }) => selectFromEnd(target)}
          className="h-11 min-w-0 flex-1 basis-36 rounded-[10px] border border-control bg-canvas px-3 text-15 pointer-coarse:text-17"
        />
        <Button look="primary" className="min-w-27" onClick={() => void copy(link, select)}>
          {isCopied ? <Check className="size-4.5" /> : <Copy className="size-4.5" />}
          <CopyLabel isCopied={isCopied} />
        </Button>
      </div>
    </div>
  );
}

/** Selects all of the text, and shows its beginning: a browser would scroll to the end of the selection. */
function selectFromEnd(field: HTMLInputElement): void {
  field.setSelectionRange(0, field.value.length, 'backward');
  requestAnimationFrame(() => (field.scrollLeft = 0));
}

function Invitation({ postId }: { postId: number }) {
  const onSignedIn = () => openDialog({ kind: 'share', postId });
  return (
    <div className="stack gap-4">
      <Dialog.Description className="text-15 text-muted">
        Members share posts with a referral link of their own and get 10% of the LIKE tokens from all
        transactions of those who register through it. Sign up to get yours.
      </Dialog.Description>
      <Button look="primary" onClick={() => openDialog({ kind: 'auth', tab: 'signup', onSignedIn })}>
        Sign up
      </Button>
    </div>
  );
}
