import { endOtherSessions, endSession, sessions } from '@likewell/contracts/gateway/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

export type { SessionItem } from '@likewell/contracts/gateway/sessions';

const useSessionsKey = () => ['sessions', useUser()?.id ?? null] as const;

/** Where the member is signed in; this session is the first. */
export function useSessions() {
  return useQuery({
    queryKey: useSessionsKey(),
    queryFn: async ({ signal }) => {
      const { items } = await call(sessions, { signal });
      if (!Array.isArray(items)) throw new ApiError(200);
      return items;
    },
  });
}

/** Ends the session of this number, or all but this one for null. */
export function useEndSession() {
  const client = useQueryClient();
  const queryKey = useSessionsKey();
  return useMutation({
    mutationFn: async (id: number | null) => {
      await (id === null ? call(endOtherSessions, {}) : call(endSession, { params: { id: String(id) } }));
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
