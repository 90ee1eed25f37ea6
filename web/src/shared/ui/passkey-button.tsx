import { KeyRound } from 'lucide-react';
import { useSingleMutation } from '../api/use-single-mutation';
import { FormError, messageOf } from './form-error';
import { ProofButton } from './proof-button';

interface PasskeyButtonProps {
  /** The action that needs a passkey. */
  work: () => Promise<void>;
  onDone: () => void;
  children: string;
}

/** Runs an action with a passkey, for which the browser opens its own window. */
export function PasskeyButton({ work, onDone, children }: PasskeyButtonProps) {
  const { error, isPending, mutate } = useSingleMutation({ mutationFn: work, onSuccess: onDone });
  return (
    <div className="stack gap-2">
      <FormError error={error} textOf={messageOf} />
      <ProofButton
        onClick={() => mutate()}
        aria-disabled={isPending}
        isPending={isPending}
        waiting="Waiting for your passkey"
        icon={<KeyRound className="size-4" />}
      >
        {children}
      </ProofButton>
    </div>
  );
}
