import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { resetSettled } from '../../shared/api/use-single-mutation';
import { AskingLine } from '../../shared/ui/asking-line';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { beginTotp, confirmTotp, removeTotp, useKeyChange } from './keys.api';
import { TotpSetup } from './totp-setup';

/** The authenticator app: set up, or removed. */
export function TotpPart({ isSetUp }: { isSetUp: boolean }) {
  const begin = useKeyChange(beginTotp);
  const confirm = useKeyChange(confirmTotp);
  const remove = useKeyChange(removeTotp);
  const [isOpen, setOpen] = useState(false);
  // A confirmation without an answer may have set it up.
  const setup = isOpen && !isSetUp ? begin.data : undefined;
  const start = () => {
    resetSettled(confirm, remove);
    begin.mutate(undefined, { onSuccess: () => setOpen(true) });
  };
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  const cancel = () => {
    flushSync(close);
    confirm.reset();
    button.current?.focus();
  };
  const startRemoval = () => {
    close();
    resetSettled(begin, confirm);
    remove.mutate();
  };
  const error = begin.error ?? remove.error ?? (setup ? null : confirm.error);
  return (
    <div className="mt-2 stack gap-3">
      <h3 className="text-15 font-medium">Authenticator app</h3>
      <FormError error={error} />
      {setup ? (
        <TotpSetup {...setup} confirm={confirm} onCancel={cancel} onDone={close} />
      ) : isSetUp ? (
        <AskingLine
          action="Remove app"
          consequence="Its codes will not log you in any more."
          isPending={remove.isPending}
          onConfirm={startRemoval}
        >
          <p className="text-15 text-muted">Set up.</p>
        </AskingLine>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-15 text-muted">Shows a new code of six digits every half a minute.</p>
          <Button ref={button} onClick={start} aria-disabled={begin.isPending}>
            Set up an app
          </Button>
        </div>
      )}
    </div>
  );
}
