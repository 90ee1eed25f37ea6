import { useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { PastTime } from '../../shared/ui/past-time';
import { type SignInMethodItem, useRemoveMethod } from './methods.api';

const NAMES = { password: 'Password', google: 'Google', wallet: 'Wallet' };

interface MethodLineProps {
  method: SignInMethodItem;
  /** True of the only way in, which stays. */
  isOnly: boolean;
}

/** One way to log in, and the way to take it off, which is asked for twice. */
export function MethodLine({ method, isOnly }: MethodLineProps) {
  const { provider, address, created_at } = method;
  const [isAsking, setAsking] = useState(false);
  const removal = useRemoveMethod();
  const remove = () => {
    if (!removal.isPending) removal.mutate(method, { onSettled: () => setAsking(false) });
  };
  return (
    <li className="grid gap-2 border-t border-line py-2.5 first:border-0">
      <div className="flex items-center gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="flex gap-1.5 text-15 font-medium">
            {NAMES[provider]}
            {address !== null && <Address address={address} />}
          </p>
          <p className="flex gap-1.5 text-13 text-muted">
            added <PastTime at={created_at} />
          </p>
        </div>
        {!isOnly && !isAsking && (
          <Button look="plain" onClick={() => setAsking(true)} aria-label={`Remove ${nameOf(method)}`}>
            Remove
          </Button>
        )}
      </div>
      {isAsking && (
        <div
          role="group"
          aria-label={`Remove ${nameOf(method)}?`}
          className="flex flex-wrap items-center gap-2"
        >
          <p className="flex-1 basis-60 text-15">It will not log you in any more.</p>
          <Button onClick={() => setAsking(false)}>Keep</Button>
          <Button look="danger" onClick={remove} aria-disabled={removal.isPending}>
            Remove
          </Button>
        </div>
      )}
      <FormError>{removal.error ? errorText(removal.error, 'Error') : undefined}</FormError>
    </li>
  );
}

const nameOf = ({ provider, address }: SignInMethodItem) => [NAMES[provider], address ?? ''].join(' ').trim();

function Address({ address }: { address: string }) {
  return (
    <span className="amount min-w-0 truncate font-normal text-muted" title={address}>
      {address.slice(0, 6)}…{address.slice(-6)}
    </span>
  );
}
