import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { useCancelDeletion } from './deletion.api';

/** Cancels the deletion of the account. */
export function StayButton() {
  const cancel = useCancelDeletion();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" aria-disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        Keep my account
      </Button>
      <FormError error={cancel.error} fallback="This did not work. Please try again." />
    </div>
  );
}
