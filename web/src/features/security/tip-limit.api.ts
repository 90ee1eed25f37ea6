import { setTipLimit, tipLimit } from '@likewell/contracts/gateway/sessions';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

const useLimitKey = () => ['tip-limit', useUser()?.id ?? null] as const;

/** The tip above which the member wants to be asked again who they are. */
export function useTipLimit() {
  return useQuery({ queryKey: useLimitKey(), queryFn: ({ signal }) => call(tipLimit, { signal }) });
}

/** Sets it, or null for never. */
export function useSetTipLimit() {
  const client = useQueryClient();
  const queryKey = useLimitKey();
  return useMutation({
    mutationFn: (limit: string | null) => call(setTipLimit, { body: { limit } }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
}
