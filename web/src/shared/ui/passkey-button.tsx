import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { Button } from './button';
import { FormError } from './form-error';
import { Spinner } from './spinner';

interface PasskeyButtonProps {
  /** What needs a passkey. */
  work: () => Promise<void>;
  onDone: () => void;
  children: string;
}

/** Does something with a passkey, for which the browser opens a window of its own. */
export function PasskeyButton({ work, onDone, children }: PasskeyButtonProps) {
  const { error, isPending, mutate } = useMutation({ mutationFn: work, onSuccess: onDone });
  return (
    <div className="grid gap-2">
      <FormError>{error ? error.message || 'Error' : undefined}</FormError>
      <Button onClick={() => !isPending && mutate()} aria-busy={isPending}>
        {isPending ? <Spinner className="size-4" /> : <KeyRound className="size-4" />}
        {children}
      </Button>
    </div>
  );
}
