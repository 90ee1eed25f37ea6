import type { Route, RouteResponse } from '@likewell/contracts/gateway/define-route';
import type { ReactNode } from 'react';
import { call } from '../../shared/api/client';
import { NO_ANSWER } from '../../shared/api/explain-unanswered';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Status } from '../../shared/ui/status';
import { useLink } from './use-link';

interface OpenLinkProps<R extends LinkRoute> {
  route: R;
  text: string;
  label: string;
  /** Shows the result. */
  children: (response: RouteResponse<R>) => ReactNode;
}

/** A route whose body is only the secret of a link. */
type LinkRoute = Route<'POST'>;

/**
 * Performs the action of a link once its button is pressed: programs that only open links do not use them up.
 */
export function OpenLink<R extends LinkRoute>({ route, text, label, children }: OpenLinkProps<R>) {
  const open = useLink(
    (token) => call<LinkRoute>(route, { body: { token } } as never) as Promise<RouteResponse<R>>,
  );
  return (
    <>
      <Status>{open.data && children(open.data)}</Status>
      {!open.data && (
        <form
          className="stack gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            open.mutate();
          }}
        >
          <p className="text-15 text-muted">{text}</p>
          <FormError error={open.error} fallback={NO_ANSWER} />
          <SubmitButton working={open.isPending} workingLabel="One moment..." className="justify-self-start">
            {label}
          </SubmitButton>
        </form>
      )}
    </>
  );
}
