import { googleSignIn, login, logout, register } from '@likewell/contracts/gateway/auth';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import type { User } from '@likewell/contracts/gateway/user';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { buildUrl } from '../../shared/api/build-url';
import { call } from '../../shared/api/client';
import { openPopup, sessionFrom } from '../../shared/session/popup';
import { storedReferral } from '../../shared/session/referral';
import { minded } from './second-step';
import { dropSession, isUser, saveSession } from '../../shared/session/session-store';

/** Hashing a password may have to wait its turn at the server. */
const HASHING_DEADLINE_MS = 25_000;

export type LoginForm = RouteRequest<typeof login, 'body'>;
export type SignUpForm = Omit<RouteRequest<typeof register, 'body'>, 'ref'>;

/** Signs in and keeps the session. */
export function useLogin() {
  return useMutation({
    mutationFn: async (body: LoginForm) => {
      beginSession(await minded(call(login, { body, deadlineMs: HASHING_DEADLINE_MS })));
    },
  });
}

/**
 * Registers, with the stored referral code, and keeps the session. After a try to which no response came the name may be taken by
 * this very person, whose password then opens the account.
 */
export function useSignUp() {
  const unanswered = useRef<string>(null);
  return useMutation({
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

/** Signs in with what somebody tried to register with; false where that is somebody else's account. */
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

/** Signs in with Google, with the stored referral code, and keeps the session. */
export function useGoogle() {
  const signIn = useMutation({
    mutationFn: async (popup: Window | null) => beginSession(await minded(sessionFrom(popup))),
  });
  const ref = storedReferral();
  return {
    ...signIn,
    /** To be called in a click, in which alone a browser opens windows; again, it shows the window that is open. */
    start(onDone: () => void) {
      if (signIn.isPending) signIn.variables?.focus();
      else signIn.mutate(openPopup(googleUrl(ref)), { onSuccess: onDone });
    },
  };
}

const googleUrl = (ref: string | null) => buildUrl(googleSignIn, { query: ref === null ? {} : { ref } });

/** Signs this browser out at once and revokes the session at the server, whatever becomes of that call. */
export function logOut(): void {
  call(logout, { keepalive: true }).catch(() => undefined);
  dropSession();
}

/** Signs this browser in. @throws ApiError for a response that is no session */
export function beginSession({ token, user }: { token: string; user: User }): void {
  if (!token || !isUser(user)) throw new ApiError(200);
  saveSession(token, user);
}
