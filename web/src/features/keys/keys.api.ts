import * as routes from '@likewell/contracts/gateway/keys';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { makePasskey } from '../../shared/passkeys/passkey';
import { useUser } from '../../shared/session/session-store';

export type Keys = RouteResponse<typeof routes.keys>;

/** The member's own second factors. */
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

/** Begins an app for codes: its secret. */
export const beginTotp = () => call(routes.beginTotp, {});
/** Confirms the app; the recovery codes, where they are new. */
export const confirmTotp = async (code: string) =>
  (await call(routes.confirmTotp, { body: { code } })).recoveryCodes;
export const removeTotp = () => call(routes.removeTotp, {});
export const makeRecoveryCodes = async () => (await call(routes.makeRecoveryCodes, {})).recoveryCodes;
export const removePasskey = (id: number) => call(routes.removePasskey, { params: { id } });

/** Adds a passkey; the recovery codes, where they are new. */
export async function addPasskey() {
  const { options } = await call(routes.beginPasskey, {});
  const response = (await makePasskey(options)) as never;
  return (await call(routes.addPasskey, { body: { response } })).recoveryCodes;
}

/** Does something to the keys, once at a time. They are asked for again afterwards, for which nobody who shows the result waits. */
export function useKeyChange<Given, Result>(work: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  const queryKey = useKeysKey();
  return useSingleMutation({
    mutationFn: work,
    onSuccess: () => void client.invalidateQueries({ queryKey }),
  });
}

function useKeysKey() {
  return ['keys', useUser()?.id ?? null] as const;
}
