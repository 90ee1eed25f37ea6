import {
  addPassword,
  addSignInMethod,
  removeSignInMethod,
  type SignInMethodItem,
  signInMethods,
} from '@likewell/contracts/gateway/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { proveWallet } from '../../shared/chain/prove-wallet';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { useUser } from '../../shared/session/session-store';

export type { SignInMethodItem };

/** Hashing a password may have to wait its turn at the server. */
const HASHING_DEADLINE_MS = 25_000;

const useMethodsKey = () => ['sign-in-methods', useUser()?.id ?? null] as const;

/** What signs the member in, the oldest first. */
export function useSignInMethods() {
  return useQuery({
    queryKey: useMethodsKey(),
    queryFn: async ({ signal }) => {
      const { items } = await call(signInMethods, { signal });
      if (!Array.isArray(items)) throw new ApiError(200);
      return items;
    },
  });
}

/** Reads anew what another method has changed: the methods, the sessions, and what happened. */
export function useMethodsChanged() {
  const client = useQueryClient();
  const memberId = useUser()?.id ?? null;
  return () => {
    for (const name of ['sign-in-methods', 'sessions', 'security-events'])
      void client.invalidateQueries({ queryKey: [name, memberId] });
  };
}

/** Takes a method off. */
export function useRemoveMethod() {
  return useMutation({
    mutationFn: ({ provider, id }: SignInMethodItem) =>
      call(removeSignInMethod, { params: { provider, id: String(id) } }),
    onSettled: useMethodsChanged(),
  });
}

/** Gives the member a password. */
export function useAddPassword() {
  return useMutation({
    mutationFn: (newPass: string) =>
      call(addPassword, { body: { newPass }, deadlineMs: HASHING_DEADLINE_MS }),
    onSettled: useMethodsChanged(),
  });
}

export async function addWallet(wallet: SolanaWallet): Promise<void> {
  await call(addSignInMethod, { body: { way: 'wallet', ...(await proveWallet(wallet)) } });
}

export async function addGoogle(proof: string): Promise<void> {
  await call(addSignInMethod, { body: { way: 'google', proof } });
}
