import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { loginPasskey, passkeySignInOptions, secondFactor } from '@likewell/contracts/gateway/keys';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { showPasskey } from '../../shared/passkeys/passkey';
import { beginSession } from './auth.api';

/** Ends a sign-in by a code, and keeps the session. */
export function useSecondFactor() {
  return useMutation({ mutationFn: finish });
}

/** Ends a sign-in by a passkey, and keeps the session. */
export async function finishByPasskey(ticket: string): Promise<void> {
  const { options } = await call(passkeySignInOptions, { body: { ticket } });
  await finish({ ticket, passkey: (await showPasskey(options)) as never });
}

/** Signs in by a passkey alone, and keeps the session. */
export async function signInByPasskey(): Promise<void> {
  const { options } = await call(passkeySignInOptions, { body: {} });
  const response = (await showPasskey(options)) as never;
  beginSession(await call(loginPasskey, { body: { response } }));
}

async function finish(body: RouteRequest<typeof secondFactor, 'body'>): Promise<void> {
  beginSession(await call(secondFactor, { body }));
}
