import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { loginPasskey, passkeySignInOptions, secondFactor } from '@likewell/contracts/gateway/keys';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { showPasskey } from '../../shared/passkeys/passkey';
import { beginSession } from './auth.api';

/** Completes a sign-in with a code, and stores the session. */
export function useSecondFactor() {
  return useSingleMutation({ mutationFn: finish });
}

/** Completes a sign-in with a passkey, and stores the session. */
export async function finishByPasskey(ticket: string): Promise<void> {
  const { options } = await call(passkeySignInOptions, { body: { ticket } });
  await finish({ ticket, passkey: (await showPasskey(options)) as never });
}

/** Signs in with a passkey alone, and stores the session. */
export async function signInByPasskey(): Promise<void> {
  const { options } = await call(passkeySignInOptions, { body: {} });
  const response = (await showPasskey(options)) as never;
  beginSession(await call(loginPasskey, { body: { response } }));
}

async function finish(body: RouteRequest<typeof secondFactor, 'body'>): Promise<void> {
  beginSession(await call(secondFactor, { body }));
}
