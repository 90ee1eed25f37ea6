import { setTipLimit, tipLimit } from '@likewell/contracts/gateway/sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { useMemberKey } from '../../shared/session/use-member-key';

const useLimitKey = () => useMemberKey('tip-limit');

/** Reads the amount above which a tip needs a confirmation of the member's identity. */
export function useTipLimit() {
  return useQuery({ queryKey: useLimitKey(), queryFn: ({ signal }) => call(tipLimit, { signal }) });
}

/** Sets it; null means never. */
export function useSetTipLimit() {
  const client = useQueryClient();
  const queryKey = useLimitKey();
  return useSingleMutation({
    mutationFn: (limit: string | null) => explainUnanswered(call(setTipLimit, { body: { limit } })),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
}
