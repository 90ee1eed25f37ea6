import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { floorToDecimals, formatExact } from '../../shared/format/amounts';
import { longMoment } from '../../shared/format/dates';
import { knownBalance } from '../../shared/session/known-balance';
import { useUser } from '../../shared/session/session-store';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Section } from '../../shared/ui/section';
import { DeletionForm } from './deletion-form';
import { usePlannedDeletion } from './deletion.api';
import { StayButton } from './stay-button';

/** Deletes the account: says what that means, requests it, and cancels it. */
export function LeavingSection() {
  const user = useUser();
  const { data: planned, error } = usePlannedDeletion();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancel = () => {
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  if (!user) return null;
  if (planned)
    return (
      <Section
        title="Your account will be deleted"
        about={`On ${longMoment.format(new Date(planned.deletion_at))} it is gone for good. ${
          planned.keep_posts ? 'Your posts stay, without your name.' : 'Your posts go with it.'
        } Until then you can keep it.`}
      >
        <StayButton />
      </Section>
    );
  const known = knownBalance(user);
  // Nobody can tip what is less than the smallest tip.
  const balance = known === null ? null : floorToDecimals(known);
  return (
    <Section
      title="Delete your account"
      about={
        <>
          You have 14 days to return. Then your name, e-mail address, photo and ways to log in are gone for
          good.
          {balance !== 0n && (
            <>
              {' '}
              {balance === null
                ? 'Your balance cannot be read right now: tip what you hold'
                : `You hold ${formatExact(balance)} LIKE: tip it`}{' '}
              to others first. What is left goes to the treasury.
            </>
          )}
        </>
      }
    >
      <FormError error={error} fallback="This could not be read. Please try again." />
      {isOpen ? (
        <DeletionForm balance={balance} onCancel={cancel} />
      ) : (
        <Button ref={button} onClick={() => setOpen(true)} className="justify-self-start">
          Delete my account…
        </Button>
      )}
    </Section>
  );
}
