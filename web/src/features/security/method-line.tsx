import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { PastTime } from '../../shared/ui/past-time';
import { ShortAddress } from '../../shared/ui/short-address';
import { type SignInMethodItem, useRemoveMethod } from './methods.api';

const NAMES = { password: 'Password', google: 'Google', wallet: 'Wallet' };

interface MethodLineProps {
  method: SignInMethodItem;
  /** True when it is the only way to sign in, which cannot be removed. */
  isOnly: boolean;
}

/** One way to log in, with a button to remove it that asks for a confirmation. */
export function MethodLine({ method, isOnly }: MethodLineProps) {
  const { provider, address, created_at } = method;
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const question = useRef<HTMLDivElement>(null);
  // The question takes the place of the button, and the button that of the question: the focus goes along.
  const hasAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsking) question.current?.focus();
    else if (hasAsked.current && document.activeElement === document.body) button.current?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  const removal = useRemoveMethod();
  const remove = () => removal.mutate(method, { onSettled: () => setAsking(false) });
  return (
    <li className="list-line stack gap-2">
      <div className="flex items-center gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="flex gap-1.5 text-15 font-medium">
            {NAMES[provider]}
            {address !== null && <ShortAddress address={address} className="font-normal text-muted" />}
          </p>
          <p className="flex gap-1.5 text-13 text-muted">
            added <PastTime at={created_at} />
          </p>
        </div>
        {!isOnly && !isAsking && (
          <Button ref={button} onClick={() => setAsking(true)} aria-label={`Remove ${nameOf(method)}`}>
            Remove
          </Button>
        )}
      </div>
      {isAsking && (
        <div
          ref={question}
          tabIndex={-1}
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
      <FormError error={removal.error} />
    </li>
  );
}

const nameOf = ({ provider, address }: SignInMethodItem) => [NAMES[provider], address ?? ''].join(' ').trim();
