import { useState } from 'react';
import type { DialogProps } from '../../shared/dialogs/dialog-store';
import { Modal } from '../../shared/ui/modal';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Status } from '../../shared/ui/status';
import { TipForm } from './tip-form';

/** Sends tokens to a post. Afterwards the post's sum is read again and the dialog closes. */
export function TipDialog({ post, amount, ...modal }: DialogProps<'tip'>) {
  const [isUnseen, setIsUnseen] = useState(false);
  return (
    <Modal title="Send tokens" {...modal}>
      {(close) => (
        <div className="stack gap-4">
          <Status className="text-15">{isUnseen && 'Your tokens were sent.'}</Status>
          {isUnseen ? (
            <SentUnseen onClose={close} />
          ) : (
            <TipForm
              post={post}
              initialAmount={amount}
              onSent={(likesUpdated) => (likesUpdated ? close() : setIsUnseen(true))}
            />
          )}
        </div>
      )}
    </Modal>
  );
}

/**
 * Shown when the tip succeeded but the new sum could not be read. Nothing here may look like
 * a reason to send it again.
 */
function SentUnseen({ onClose }: { onClose: () => void }) {
  return (
    <>
      <FormError>Failed to update likes</FormError>
      <Button onClick={onClose}>Done</Button>
    </>
  );
}
