import {
  addPassword,
  addSignInMethod,
  removeSignInMethod,
  type SignInMethodItem,
  signInMethods,
} from '@likewell/contracts/gateway/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { proveWallet } from '../../shared/chain/prove-wallet';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import { requireMember } from '../../shared/session/require-member';
import { getSession, useUser } from '../../shared/session/session-store';
import { proveGoogle } from './google-proof';

export type { SignInMethodItem };

const useMethodsKey = () => ['sign-in-methods', useUser()?.id ?? null] as const;

/** Reads the member's ways to sign in, oldest first. */
export function useSignInMethods() {
  return useQuery({
    queryKey: useMethodsKey(),
    queryFn: async ({ signal }) => (await callList(signInMethods, { signal })).items,
  });
}

/**
 * Returns a function that reloads what a change of method affects: the methods, the
 * sessions, and the security events.
 */
export function useMethodsChanged() {
  const client = useQueryClient();
  const memberId = useUser()?.id ?? null;
  return () => {
    for (const name of ['sign-in-methods', 'sessions', 'security-events'])
      void client.invalidateQueries({ queryKey: [name, memberId] });
  };
}

/** Removes a method. */
export function useRemoveMethod() {
  return useSingleMutation({
    mutationFn: ({ provider, id }: SignInMethodItem) =>
      call(removeSignInMethod, { params: { provider, id: String(id) } }),
    onSettled: useMethodsChanged(),
  });
}

/** Adds a password for the member. */
export function useAddPassword() {
  return useSingleMutation({
    mutationFn: (newPass: string) =>
      call(addPassword, { body: { newPass }, deadlineMs: HASHING_DEADLINE_MS }),
    onSettled: useMethodsChanged(),
  });
}

/** Adds a wallet, once it has signed, to the member who began it. @throws Error as {@link requireMember} */
export async function addWallet(wallet: SolanaWallet, check: () => void): Promise<void> {
  const memberId = getSession().user?.id;
  const signed = await proveWallet(wallet, check);
  requireMember(memberId);
  await call(addSignInMethod, { body: { way: 'wallet', ...signed } });
}

/** Adds a Google account to the member who opened its window. @throws Error as {@link proveGoogle} */
export async function addGoogle(popup: Window | null): Promise<void> {
  const proof = await proveGoogle(popup);
  await call(addSignInMethod, { body: { way: 'google', proof } });
}
