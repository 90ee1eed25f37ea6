import { useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { floorToDecimals, formatExact, readNano } from '../../shared/format/amounts';
import { useUser } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Section } from '../../shared/ui/section';
import { DeletionForm } from './deletion-form';
import { usePlannedDeletion } from './deletion.api';
import { StayButton } from './stay-button';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** Leaving for good: what it means, the way to it, and the way back. */
export function LeavingSection() {
  const user = useUser();
  const { data: planned, error, isPending } = usePlannedDeletion();
  const [isOpen, setOpen] = useState(false);
  if (!user) return null;
  if (planned)
    return (
      <Section
        title="Your account will be deleted"
        about={`On ${day.format(new Date(planned.deletion_at))} it is gone for good. ${
          planned.keep_posts ? 'Your posts stay, without your name.' : 'Your posts go with it.'
        } Until then you can stay.`}
      >
        <StayButton />
      </Section>
    );
  // What lies below the smallest tip nobody can tip.
  const balance = floorToDecimals(readNano(user.tokensNano));
  return (
    <Section
      title="Delete your account"
      about={
        <>
          You have 14 days to return. Then your name, address, picture and ways to sign in are gone for good.
          {balance > 0n && (
            <>
              {' '}
              You hold {formatExact(balance)} LIKE: tip it to others first. What is left goes to the treasury.
            </>
          )}
        </>
      }
    >
      <FormError>
        {error ? errorText(error, 'This could not be read. Please try again.') : undefined}
      </FormError>
      {isOpen ? (
        <DeletionForm balance={balance} onCancel={() => setOpen(false)} />
      ) : (
        <div>
          <Button disabled={isPending} onClick={() => setOpen(true)}>
            Delete my account…
          </Button>
        </div>
      )}
    </Section>
  );
}
