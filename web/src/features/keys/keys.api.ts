import * as routes from '@likewell/contracts/gateway/keys';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { makePasskey } from '../../shared/passkeys/passkey';
import { requireMember } from '../../shared/session/require-member';
import { getSession } from '../../shared/session/session-store';
import { useMemberKey, useReadAgain } from '../../shared/session/use-member-key';
import { forgetCodes, recordCurrentSet, shownCodes, storeFreshCodes } from './fresh-codes-store';

export type Keys = RouteResponse<typeof routes.keys>;

const KEYS_UNKNOWN = 'No answer came. Look at your passkeys and codes before you try again.';

type Refetching = Pick<
  UseQueryOptions<Keys>,
  'refetchOnMount' | 'refetchOnWindowFocus' | 'refetchOnReconnect'
>;

/** Reads the member's own second factors. */
export function useKeys(refetching?: Refetching) {
  const queryKey = useMemberKey('keys');
  return useQuery({
    ...refetching,
    queryKey,
    queryFn: async ({ signal }): Promise<Keys> => {
      const memberId = getSession().user?.id ?? null;
      // A retry may come after another member has signed in.
      if (memberId !== queryKey[1]) throw new ApiError(401);
      const shown = memberId === null ? null : shownCodes(memberId);
      const keys = await call(routes.keys, { signal }, ({ passkeys }) => Array.isArray(passkeys));
      if (memberId !== null) recordCurrentSet(memberId, keys.recovery_codes_set_id);
      // With the last factor the server deletes its codes. Those that came during this read may be of a newer one.
      const hasNone = !keys.totp && keys.passkeys.length === 0;
      if (memberId !== null && hasNone && shown && shown === shownCodes(memberId)) forgetCodes(memberId);
      return keys;
    },
  });
}

/** Starts the setup of an authenticator app; returns its secret. */
export const beginTotp = () => explainUnanswered(call(routes.beginTotp, {}));
/** Confirms the app; recovery codes are stored if they are new. */
export const confirmTotp = (code: string) => storeFreshCodes(call(routes.confirmTotp, { body: { code } }));
export const removeTotp = () => explainUnanswered(call(routes.removeTotp, {}), KEYS_UNKNOWN);
export const makeRecoveryCodes = () => storeFreshCodes(call(routes.makeRecoveryCodes, {}));
export const removePasskey = (id: number) =>
  explainUnanswered(call(routes.removePasskey, { params: { id: String(id) } }), KEYS_UNKNOWN);

/** Adds a passkey; recovery codes are stored if they are new. */
export async function addPasskey() {
  const memberId = getSession().user?.id;
  const { options } = await explainUnanswered(call(routes.beginPasskey, {}));
  requireMember(memberId);
  const response = (await makePasskey(options)) as never;
  requireMember(memberId);
  await storeFreshCodes(call(routes.addPasskey, { body: { response } }));
}

/**
 * Changes the keys, one change at a time. They are read again afterwards, but the result is shown
 * without waiting for that.
 */
export function useKeyChange<Given, Result>(work: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  const queryKey = useMemberKey('keys');
  const readEvents = useReadAgain();
  return useSingleMutation({
    mutationFn: work,
    // Also after a failure, and though the keys are not on the page any more: without an answer the change
    // may have been made, and codes that another tab shows may be void. Another member would read their own.
    onSettled: () => {
      const refetchType = getSession().user?.id === queryKey[1] ? 'all' : 'none';
      void client.invalidateQueries({ queryKey, refetchType });
      void readEvents();
    },
  });
}

/** A change of the keys, which takes a value of this type. */
export type KeyChange<Given> = ReturnType<typeof useKeyChange<Given, void>>;
