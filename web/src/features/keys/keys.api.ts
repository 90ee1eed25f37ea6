import * as routes from '@likewell/contracts/gateway/keys';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { makePasskey } from '../../shared/passkeys/passkey';
import { useUser } from '../../shared/session/session-store';
import { storeFreshCodes } from './fresh-codes';

export type Keys = RouteResponse<typeof routes.keys>;

/** Reads the member's own second factors. */
export function useKeys() {
  const queryKey = useKeysKey();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Keys> => {
      const keys = await call(routes.keys, { signal });
      if (!Array.isArray(keys.passkeys)) throw new ApiError(200);
      return keys;
    },
  });
}

/** Starts the setup of an authenticator app; returns its secret. */
export const beginTotp = () => call(routes.beginTotp, {});
/** Confirms the app; recovery codes are stored if they are new. */
export const confirmTotp = (code: string) => storeFreshCodes(call(routes.confirmTotp, { body: { code } }));
export const removeTotp = () => call(routes.removeTotp, {});
export const makeRecoveryCodes = () => storeFreshCodes(call(routes.makeRecoveryCodes, {}));
export const removePasskey = (id: number) => call(routes.removePasskey, { params: { id } });

/** Adds a passkey; recovery codes are stored if they are new. */
export async function addPasskey() {
  const { options } = await call(routes.beginPasskey, {});
  const response = (await makePasskey(options)) as never;
  await storeFreshCodes(call(routes.addPasskey, { body: { response } }));
}

/**
 * Changes the keys, one change at a time. They are read again afterwards, but the result is shown
 * without waiting for that.
 */
export function useKeyChange<Given, Result>(work: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  const queryKey = useKeysKey();
  return useSingleMutation({
    mutationFn: work,
    // Also after a failure: without an answer the change may have been made.
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

/** A change of the keys, which takes a value of this type. */
export type KeyChange<Given> = ReturnType<typeof useKeyChange<Given, void>>;

function useKeysKey() {
  return ['keys', useUser()?.id ?? null] as const;
}
