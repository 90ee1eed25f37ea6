import { useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { errorText, isPassing } from '../../shared/api/api-error';
import { formatExact } from '../../shared/format/amounts';
import { paths } from '../../shared/config/paths';
import { Button, SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { useRequestDeletion } from './deletion.api';

const CHOICES = [
  { keeps: true, label: 'Keep my posts, without my name' },
  { keeps: false, label: 'Remove my posts' },
];

/** Which posts stay, and once more what becomes of the balance. */
export function DeletionForm({ balance, onCancel }: { balance: bigint; onCancel: () => void }) {
  const request = useRequestDeletion();
  const [keeps, setKeeps] = useState<boolean | null>(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (keeps !== null && !request.isPending) request.mutate(keeps);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <fieldset>
        <legend className="mb-1 text-13 font-medium text-muted">What becomes of your posts?</legend>
        {CHOICES.map(({ keeps: value, label }) => (
          <label key={label} className="flex min-h-10 items-center gap-2.5 text-15">
            <input
              type="radio"
              name="posts"
              required
              checked={keeps === value}
              onChange={() => setKeeps(value)}
              className="size-4 shrink-0 accent-accent-fill"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {balance > 0n && (
        <p className="text-15">
          {formatExact(balance)} LIKE will go to the treasury, and nobody can give it back.{' '}
          <Link to={paths.best} className="underline underline-offset-2">
            Tip it to somebody first
          </Link>
        </p>
      )}
      <FormError>{request.error ? errorText(request.error, outcomeOf(request.error)) : undefined}</FormError>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton look="danger" className="min-w-32" working={request.isPending} workingLabel="Deleting…">
          Delete my account
        </SubmitButton>
      </div>
    </form>
  );
}

/** What is known of the account where the server says nothing. */
const outcomeOf = (error: unknown) =>
  isPassing(error)
    ? 'It is not known whether your account will be deleted. Log in again to see.'
    : 'Your account was not deleted. Please try again.';
