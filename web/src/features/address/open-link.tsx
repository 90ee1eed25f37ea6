import type { Route, RouteResponse } from '@likewell/contracts/gateway/define-route';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { useLinkToken } from './use-link-token';

interface OpenLinkProps<R extends LinkRoute> {
  route: R;
  text: string;
  label: string;
  /** What came of it. */
  children: (response: RouteResponse<R>) => ReactNode;
}

/** A route that takes the secret of a link and nothing else. */
type LinkRoute = Route<'POST'>;

/** Does what a link is for, once its button is pressed: programs that only look at links use none up. */
export function OpenLink<R extends LinkRoute>({ route, text, label, children }: OpenLinkProps<R>) {
  const token = useLinkToken();
  const open = useMutation({
    mutationFn: () => call<LinkRoute>(route, { body: { token } } as never) as Promise<RouteResponse<R>>,
  });
  if (open.data) return <div role="status">{children(open.data)}</div>;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!open.isPending) open.mutate();
      }}
    >
      <p className="text-15 text-muted">{text}</p>
      <FormError>{open.error ? errorText(open.error, 'Error') : undefined}</FormError>
      <div>
        <SubmitButton working={open.isPending} workingLabel="One moment...">
          {label}
        </SubmitButton>
      </div>
    </form>
  );
}
