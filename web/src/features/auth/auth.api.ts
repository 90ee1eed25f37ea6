import { login, logout, register } from '@likewell/contracts/gateway/auth';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import type { User } from '@likewell/contracts/gateway/user';
import { useRef } from 'react';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import { storedReferral } from '../../shared/session/referral';
import { rememberSecondStep } from './second-step';
import { dropSession, getSession, isUser, saveSession } from '../../shared/session/session-store';

export type LoginForm = RouteRequest<typeof login, 'body'>;
export type SignUpForm = Omit<RouteRequest<typeof register, 'body'>, 'ref'>;

/** Signs in and stores the session; then `onDone` is called, even if the form is gone by then. */
export function useLogin(onDone: () => void) {
  return useSingleMutation({
    mutationFn: (body: LoginForm) =>
      beginSession(rememberSecondStep(call(login, { body, deadlineMs: HASHING_DEADLINE_MS }))),
    onSuccess: onDone,
  });
}

/**
 * Registers, with the stored referral code, and stores the session, like {@link useLogin}. After an attempt
 * without a response the name may already be taken by this very person; then their password opens the account.
 */
export function useSignUp(onDone: () => void) {
  const unanswered = useRef<string>(null);
  return useSingleMutation({
    mutationFn: async (form: SignUpForm) => {
      const body = { ...form, ref: storedReferral() };
      try {
        await beginSession(call(register, { body, deadlineMs: HASHING_DEADLINE_MS }));
      } catch (error) {
        if (isPassing(error)) unanswered.current = form.username;
        else if (unanswered.current === form.username && (await opensAccount(form))) return;
        throw error;
      }
    },
    onSuccess: onDone,
  });
}

/**
 * Signs in with the data of an attempted registration; returns false when the account
 * belongs to somebody else.
 */
async function opensAccount({ username, password }: SignUpForm): Promise<boolean> {
  try {
    await beginSession(
      call(login, { body: { emailOrUser: username, password }, deadlineMs: HASHING_DEADLINE_MS }),
    );
    return true;
  } catch {
    return false;
  }
}

/** Signs this browser out at once, and revokes the session at the server without waiting for the response. */
export function logOut(): void {
  revoke();
  dropSession();
}

/** Revokes a session at the server, this browser's by default, without waiting for the response. */
function revoke(token?: string): void {
  call(logout, { keepalive: true, token }).catch(() => undefined);
}

/**
 * Signs this browser in by `signIn`, which is all of it from the press on, unless somebody has logged in
 * meanwhile: a wallet or a slow server may answer minutes later. Then its session is ended again.
 * @throws ApiError for a response without a valid session
 */
export async function beginSession(signIn: Promise<{ token: string; user: User }>): Promise<void> {
  const { token: before } = getSession();
  const { token, user } = await signIn;
  if (!token || !isUser(user)) throw new ApiError(200);
  const { token: now } = getSession();
  if (now === before || now === null) saveSession(token, user);
  else revoke(token);
}
