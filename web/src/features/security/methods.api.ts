import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import {
  addPassword,
  addSignInMethod,
  removeSignInMethod,
  type SignInMethodItem,
  signInMethods,
} from '@likewell/contracts/gateway/sessions';
import { call, callList } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { proveWallet } from '../../shared/chain/prove-wallet';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { HASHING_DEADLINE_MS } from '../../shared/config/limits';
import { requireMember } from '../../shared/session/require-member';
import { getSession } from '../../shared/session/session-store';
import { useMemberQuery, useReadAgain } from '../../shared/session/use-member-key';
import { proveGoogle } from './google-proof';

export type { SignInMethodItem };

const METHODS_UNKNOWN = 'No answer came. Look at your ways to log in before you try again.';

/** Reads the member's ways to sign in, oldest first. */
export const useSignInMethods = () =>
  useMemberQuery('sign-in-methods', async ({ signal }) => (await callList(signInMethods, { signal })).items);

/** Returns a function that begins to read again what a change of method affects. */
function useMethodsChanged() {
  const readAgain = useReadAgain('sign-in-methods', 'sessions');
  return () => void readAgain();
}

/** Removes a method. */
export function useRemoveMethod() {
  return useSingleMutation({
    mutationFn: ({ provider, id }: SignInMethodItem) =>
      explainUnanswered(call(removeSignInMethod, { params: { provider, id: String(id) } }), METHODS_UNKNOWN),
    onSettled: useMethodsChanged(),
  });
}

/** Adds a password for the member. */
export function useAddPassword() {
  return useSingleMutation({
    mutationFn: (newPass: string) =>
      explainUnanswered(
        call(addPassword, { body: { newPass }, deadlineMs: HASHING_DEADLINE_MS }),
        METHODS_UNKNOWN,
      ),
    onSettled: useMethodsChanged(),
  });
}

/** Returns functions that add a wallet, or an account at Google, to the member who began it. */
export function useAddMethod() {
  const onSettled = useMethodsChanged();
  const add = async (body: RouteRequest<typeof addSignInMethod, 'body'>) => {
    await explainUnanswered(call(addSignInMethod, { body }), METHODS_UNKNOWN).finally(onSettled);
  };
  return {
    /** Adds a wallet once it has signed. @throws Error as {@link requireMember} */
    addWallet: async (wallet: SolanaWallet, check: () => void) => {
      const memberId = getSession().user?.id;
      const signed = await proveWallet(wallet, check);
      requireMember(memberId);
      await add({ way: 'wallet', ...signed });
    },
    /** Adds the account that the window proves. @throws Error as {@link proveGoogle} */
    addGoogle: async (popup: Window | null) => add({ way: 'google', proof: await proveGoogle(popup) }),
  };
}
