import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { isPassing } from '../../shared/api/api-error';
import { formatExact } from '../../shared/format/amounts';
import { paths } from '../../shared/config/paths';
import { Button, SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { useRequestDeletion } from './deletion.api';

const CHOICES = [
  { keeps: true, label: 'Keep my posts, without my name' },
  { keeps: false, label: 'Remove my posts' },
];

interface DeletionFormProps {
  /** Nano-LIKE that can be tipped; null while unknown. */
  balance: bigint | null;
  onCancel: () => void;
}

/** Asks whether the posts stay, and says once more what happens to the balance. */
export function DeletionForm({ balance, onCancel }: DeletionFormProps) {
  const request = useRequestDeletion();
  const [keeps, setKeeps] = useState<boolean | null>(null);
  const choices = useRef<HTMLFieldSetElement>(null);
  // The form replaces the button that was pressed.
  useEffect(() => choices.current?.querySelector('input')?.focus(), []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (keeps !== null) request.mutate(keeps);
  };
  return (
    <form onSubmit={submit} className="stack gap-3">
      <fieldset ref={choices}>
        <legend className="mb-1 text-13 font-medium text-muted">What becomes of your posts?</legend>
        {CHOICES.map(({ keeps: value, label }) => (
          <label key={label} className="flex min-h-tap items-center gap-2.5 text-15">
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
      {balance !== 0n && (
        <p className="text-15">
          {balance === null ? 'What you hold' : `${formatExact(balance)} LIKE`} will go to the treasury, and
          nobody can give it back.{' '}
          <Link to={paths.best} className="underline underline-offset-2">
            Tip it to somebody first
          </Link>
        </p>
      )}
      <FormError error={request.error} fallback={outcomeOf(request.error)} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton look="danger" className="min-w-32" working={request.isPending} workingLabel="Deleting…">
          Delete my account
        </SubmitButton>
      </div>
    </form>
  );
}

/** The sentence for an error: what is known of the account when the server gives no reason. */
const outcomeOf = (error: unknown) =>
  isPassing(error)
    ? 'It is not known whether your account will be deleted. Log in again to see.'
    : 'Your account was not deleted. Please try again.';
