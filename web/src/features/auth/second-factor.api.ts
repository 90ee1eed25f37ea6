import { loginPasskey, passkeySignInOptions, secondFactor } from '@likewell/contracts/gateway/keys';
import { call } from '../../shared/api/client';
import { showPasskey } from '../../shared/passkeys/passkey';
import type { CodeWay } from '../../shared/ui/second-factor-form';
import { beginSession } from './auth.api';

/** Completes a sign-in with a code, and stores the session. */
export const finishByCode = (ticket: string, way: CodeWay, typed: string): Promise<void> =>
  beginSession(
    call(secondFactor, {
      body: way === 'totp' ? { ticket, code: typed } : { ticket, recoveryCode: typed },
    }),
  );

/** Completes a sign-in with a passkey, and stores the session. */
export const finishByPasskey = (ticket: string): Promise<void> => beginSession(finishBy(ticket));

async function finishBy(ticket: string) {
  const { options } = await call(passkeySignInOptions, { body: { ticket } });
  return call(secondFactor, { body: { ticket, passkey: await showPasskey(options) } });
}

/** Signs in with a passkey alone, and stores the session. */
export const signInByPasskey = (): Promise<void> => beginSession(proveByPasskey());

async function proveByPasskey() {
  const { options } = await call(passkeySignInOptions, { body: {} });
  return call(loginPasskey, { body: { response: await showPasskey(options) } });
}
