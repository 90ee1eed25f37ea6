import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button, SubmitButton } from '../../shared/ui/button';
import { isOfComposition, TextField } from '../../shared/ui/field';
import { Key } from './key';
import { REJECTION_REASONS, type RejectionReason } from './reason-words';

const MAX_NOTE_CHARACTERS = 500;

interface RejectFormProps {
  reason: RejectionReason;
  onReason: (reason: RejectionReason) => void;
  onCancel: () => void;
  onReject: (note: string) => void;
  isWorking: boolean;
  showKeys: boolean;
}

/** The form of a rejection: a reason from the list, and a note for the log. */
export function RejectForm({ reason, onReason, onCancel, onReject, isWorking, showKeys }: RejectFormProps) {
  const [note, setNote] = useState('');
  const reasons = useRef<HTMLFieldSetElement>(null);
  // After a choice by key too, so that Enter and the arrow keys continue from there.
  useEffect(() => reasons.current?.querySelector<HTMLElement>('input:checked')?.focus(), [reason]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onReject(note);
  };
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- keys of its own fields
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        // From the note too, where the shortcuts are off.
        if (event.key !== 'Escape' || isOfComposition(event.nativeEvent)) return;
        event.preventDefault();
        onCancel();
      }}
      className="stack gap-3"
    >
      <fieldset ref={reasons}>
        <legend className="mb-1 text-13 font-medium text-muted">Why is it rejected?</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {REJECTION_REASONS.map(({ value, label }, index) => (
            <label key={value} className="flex min-h-tap items-center gap-2.5 text-15">
              <input
                type="radio"
                name="reason"
                value={value}
                checked={reason === value}
                onChange={() => onReason(value)}
                className="size-4 shrink-0 accent-accent-fill"
              />
              {showKeys && <Key className="max-sm:hidden">{String(index + 1)}</Key>}
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label="Note for the log (optional)"
        maxLength={MAX_NOTE_CHARACTERS}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton look="danger" className="min-w-32" working={isWorking} workingLabel="Rejecting…">
          Reject
        </SubmitButton>
      </div>
    </form>
  );
}
