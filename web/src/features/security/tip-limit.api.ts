import { setTipLimit, tipLimit } from '@likewell/contracts/gateway/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { useMemberKey, useMemberQuery } from '../../shared/session/use-member-key';

/** Reads the amount above which a tip needs a confirmation of the member's identity. */
export const useTipLimit = () => useMemberQuery('tip-limit', ({ signal }) => call(tipLimit, { signal }));

/** Sets it; null means never. */
export function useSetTipLimit() {
  const client = useQueryClient();
  const queryKey = useMemberKey('tip-limit');
  return useSingleMutation({
    mutationFn: (limit: string | null) => explainUnanswered(call(setTipLimit, { body: { limit } })),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
}
