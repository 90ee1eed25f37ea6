import type { login, logout, register } from '@likewell/contracts/gateway/auth';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import type { User } from '@likewell/contracts/gateway/user';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { buildUrl } from '../../shared/api/build-url';
import { call } from '../../shared/api/client';
import { storedReferral } from '../../shared/session/referral';
import { dropSession, isUser, saveSession } from '../../shared/session/session-store';
import { openPopup, sessionFrom } from './popup';

/** Hashing a password may have to wait its turn at the server. */
const HASHING_DEADLINE_MS = 25_000;

export type LoginForm = RouteRequest<typeof login, 'body'>;
export type SignUpForm = Omit<RouteRequest<typeof register, 'body'>, 'ref'>;

/** Signs in and keeps the session. */
export function useLogin() {
  return useMutation({
    mutationFn: async (body: LoginForm) => {
      const path = '/api/auth/login';
      keepSession(await call<typeof login>({ method: 'POST', path, body, deadlineMs: HASHING_DEADLINE_MS }));
    },
  });
}

/** Registers, with the stored referral code, and keeps the session. */
export function useSignUp() {
  return useMutation({
    mutationFn: async (form: SignUpForm) => {
      const path = '/api/auth/register';
      const body = { ...form, ref: storedReferral() };
      keepSession(
        await call<typeof register>({ method: 'POST', path, body, deadlineMs: HASHING_DEADLINE_MS }),
      );
    },
  });
}

/** Signs in with Google, with the stored referral code, and keeps the session. */
export function useGoogle() {
  const signIn = useMutation({
    mutationFn: async (popup: Window | null) => keepSession(await sessionFrom(popup)),
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

const googleUrl = (ref: string | null) =>
  buildUrl({ path: '/api/auth/google', query: ref === null ? undefined : { ref } });

/** Signs this browser out at once and revokes the session at the server, whatever becomes of that call. */
export function logOut(): void {
  const revoked = call<typeof logout>({
    method: 'POST',
    path: '/api/auth/logout',
    bearer: true,
    keepalive: true,
  });
  revoked.catch(() => undefined);
  dropSession();
}

/** Signs this browser in. @throws ApiError for an answer that is no session */
export function keepSession({ token, user }: { token: string; user: User }): void {
  if (!token || !isUser(user)) throw new ApiError(200);
  saveSession(token, user);
}
