import { errorText } from '../../shared/api/api-error';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { useCancelDeletion } from './deletion.api';

/** Calls the deletion of the account off. */
export function StayButton() {
  const cancel = useCancelDeletion();
  const stay = () => cancel.mutate();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="primary" aria-disabled={cancel.isPending} onClick={cancel.isPending ? undefined : stay}>
        Keep my account
      </Button>
      <FormError>
        {cancel.error ? errorText(cancel.error, 'This did not work. Please try again.') : undefined}
      </FormError>
    </div>
  );
}
