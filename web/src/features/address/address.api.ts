import {
  account,
  changeEmail,
  requestPasswordReset,
  resetPassword,
  sendVerification,
} from '@likewell/contracts/gateway/addresses';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

/** Hashing a password may have to wait its turn at the server. */
const HASHING_DEADLINE_MS = 28_000;

const useAccountKey = () => ['account', useUser()?.id ?? null] as const;

export type Account = RouteResponse<typeof account>;

/** The member's own address, and the one that is to take its place. */
export function useAccount() {
  const queryKey = useAccountKey();
  return useQuery({ queryKey, queryFn: ({ signal }) => call(account, { signal }) });
}

/** Has the link that verifies the address sent once more. */
export function useSendVerification() {
  return useMutation({ mutationFn: () => call(sendVerification, {}) });
}

/** Asks for another address. */
export function useChangeEmail() {
  const client = useQueryClient();
  const queryKey = useAccountKey();
  return useMutation({
    mutationFn: (email: string) => call(changeEmail, { body: { email } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}

/** Has a link to set a new password sent, if there is anybody to send it to. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (emailOrUser: string) => call(requestPasswordReset, { body: { emailOrUser } }),
  });
}

/** Sets a new password by the secret of a link. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) =>
      call(resetPassword, { body, deadlineMs: HASHING_DEADLINE_MS }),
  });
}
