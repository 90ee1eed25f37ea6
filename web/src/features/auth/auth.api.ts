import type { login, logout, register } from '@likewell/contracts/gateway/auth';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import type { User } from '@likewell/contracts/gateway/user';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { storedReferral } from '../../shared/session/referral';
import { dropSession, isUser, saveSession } from '../../shared/session/session-store';

/** Hashing a password may have to wait its turn at the server. */
const HASHING_DEADLINE_MS = 25_000;

export type LoginForm = RouteRequest<typeof login, 'body'>;
export type SignUpForm = Omit<RouteRequest<typeof register, 'body'>, 'ref'>;

/** Signs in and keeps the session. */
export function useLogin() {
  return useMutation({
    mutationFn: async (body: LoginForm) => {
      const path = '/api/auth/login';
      keep(await call<typeof login>({ method: 'POST', path, body, deadlineMs: HASHING_DEADLINE_MS }));
    },
  });
}

/** Registers, with the stored referral code, and keeps the session. */
export function useSignUp() {
  return useMutation({
    mutationFn: async (form: SignUpForm) => {
      const path = '/api/auth/register';
      const body = { ...form, ref: storedReferral() };
      keep(await call<typeof register>({ method: 'POST', path, body, deadlineMs: HASHING_DEADLINE_MS }));
    },
  });
}

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

function keep({ token, user }: { token: string; user: User }): void {
  if (!token || !isUser(user)) throw new ApiError(200);
  saveSession(token, user);
}
