import { type SyntheticEvent, useId, useState } from 'react';
import { CONTACT_EMAIL } from '../../shared/config/site';
import { Button } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { Status } from '../../shared/ui/status';
import { type Giveaway, useCheck } from './giveaway.api';
import { formatEastern } from './times';

/**
 * Checks whether a social account has won (spec, section 2). Without an account nothing is sent (section 5).
 */
export function CheckForm({ giveaway: { id, status, draw_at, drawn_at } }: { giveaway: Giveaway }) {
  const [account, setAccount] = useState('');
  const check = useCheck(id);
  const hintId = useId();
  const isDrawn = drawn_at !== null;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = account.trim();
    if (typed !== '') check.mutate(typed);
  };
  return (
    <form noValidate onSubmit={submit} className="stack gap-3">
      <div className="stack gap-3 sm:flex sm:items-end">
        <div className="sm:flex-1">
          <TextField
            label="Social account"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={300}
            aria-describedby={isDrawn ? undefined : hintId}
            value={account}
            onChange={(event) => {
              setAccount(event.target.value);
              check.reset();
            }}
          />
        </div>
        <Button
          type="submit"
          look={isDrawn ? 'primary' : 'outline'}
          // It ignores presses, but keeps the focus.
          aria-disabled={check.isPending}
          className="h-11 sm:min-w-28"
        >
          Check
        </Button>
      </div>
      {/* Shown in advance, as a check before the draw fails silently (spec, section 8). */}
      {!isDrawn && (
        <p id={hintId} className="text-13 text-muted">
          {status === 'postponed' && 'The draw was postponed. '}
          Winners are drawn after <time dateTime={draw_at}>{formatEastern(draw_at)}</time>. Check then.
        </p>
      )}
      <Status>{check.data && <Result won={check.data.won} />}</Status>
    </form>
  );
}

function Result({ won }: { won: boolean }) {
  if (!won)
    return <p className="text-15 text-muted">Unfortunately, you didn&apos;t win, better luck next time!</p>;
  return (
    <p className="rounded-[10px] bg-accent-soft px-3 py-2.5 text-15 font-medium text-accent wrap-anywhere">
      You won! Contact us at{' '}
      <a href={`mailto:${CONTACT_EMAIL}`} className="underline underline-offset-2">
        {CONTACT_EMAIL}
      </a>
    </p>
  );
}
