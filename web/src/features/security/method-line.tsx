import { AskingLine, LOGS_IN_NO_MORE } from '../../shared/ui/asking-line';
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
  const removal = useRemoveMethod();
  return (
    <li className="list-line stack gap-2">
      {isOnly ? (
        <About method={method} />
      ) : (
        <AskingLine
          action="Remove"
          name={`Remove ${nameOf(method)}`}
          consequence={LOGS_IN_NO_MORE}
          isPending={removal.isPending}
          onConfirm={() => removal.mutate(method)}
        >
          <About method={method} />
        </AskingLine>
      )}
      <FormError error={removal.error} />
    </li>
  );
}

function About({ method: { provider, address, created_at } }: Pick<MethodLineProps, 'method'>) {
  return (
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p className="flex gap-1.5 text-15 font-medium">
        {NAMES[provider]}
        {address !== null && <ShortAddress address={address} className="font-normal text-muted" />}
      </p>
      <p className="flex gap-1.5 text-13 text-muted">
        added <PastTime at={created_at} />
      </p>
    </div>
  );
}

const nameOf = ({ provider, address }: SignInMethodItem) => [NAMES[provider], address ?? ''].join(' ').trim();
