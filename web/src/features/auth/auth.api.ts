import { googleSignIn, login, logout, register } from '@likewell/contracts/gateway/auth';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import type { User } from '@likewell/contracts/gateway/user';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { buildUrl } from '../../shared/api/build-url';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import { openPopup, sessionFrom } from '../../shared/session/popup';
import { storedReferral } from '../../shared/session/referral';
import { rememberSecondStep } from './second-step';
import { dropSession, isUser, saveSession } from '../../shared/session/session-store';

export type LoginForm = RouteRequest<typeof login, 'body'>;
export type SignUpForm = Omit<RouteRequest<typeof register, 'body'>, 'ref'>;

/** Signs in and stores the session. */
export function useLogin() {
  return useSingleMutation({
    mutationFn: async (body: LoginForm) => {
      beginSession(await rememberSecondStep(call(login, { body, deadlineMs: HASHING_DEADLINE_MS })));
    },
  });
}

/**
 * Registers, with the stored referral code, and stores the session. After an attempt without a response the
 * name may already be taken by this very person; then their password opens the account.
 */
export function useSignUp() {
  const unanswered = useRef<string>(null);
  return useSingleMutation({
    mutationFn: async (form: SignUpForm) => {
      const body = { ...form, ref: storedReferral() };
      try {
        beginSession(await call(register, { body, deadlineMs: HASHING_DEADLINE_MS }));
      } catch (error) {
        if (isPassing(error)) unanswered.current = form.username;
        else if (unanswered.current === form.username && (await opensAccount(form))) return;
        throw error;
      }
    },
  });
}

/**
 * Signs in with the data of an attempted registration; returns false when the account
 * belongs to somebody else.
 */
async function opensAccount({ username, password }: SignUpForm): Promise<boolean> {
  try {
    beginSession(
      await call(login, { body: { emailOrUser: username, password }, deadlineMs: HASHING_DEADLINE_MS }),
    );
    return true;
  } catch {
    return false;
  }
}

/** Signs in with Google, with the stored referral code, and stores the session. */
export function useGoogle() {
  const signIn = useMutation({
    mutationFn: async (popup: Window | null) => beginSession(await rememberSecondStep(sessionFrom(popup))),
  });
  const ref = storedReferral();
  return {
    ...signIn,
    /**
     * Must be called in a click handler, since browsers open windows only then. A second call shows the
     * window that is already open.
     */
    start(onDone: () => void) {
      if (signIn.isPending) signIn.variables?.focus();
      else signIn.mutate(openPopup(googleUrl(ref)), { onSuccess: onDone });
    },
  };
}

const googleUrl = (ref: string | null) => buildUrl(googleSignIn, { query: ref === null ? {} : { ref } });

/** Signs this browser out at once, and revokes the session at the server without waiting for the response. */
export function logOut(): void {
  call(logout, { keepalive: true }).catch(() => undefined);
  dropSession();
}

/** Signs this browser in. @throws ApiError for a response without a valid session */
export function beginSession({ token, user }: { token: string; user: User }): void {
  if (!token || !isUser(user)) throw new ApiError(200);
  saveSession(token, user);
}
