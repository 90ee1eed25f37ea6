import { endOtherSessions, endSession, sessions } from '@likewell/contracts/gateway/sessions';
import { call, callList } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { useMemberQuery, useReadAgain } from '../../shared/session/use-member-key';

export type { SessionItem } from '@likewell/contracts/gateway/sessions';

const DEVICES_UNKNOWN = 'No answer came. Look at your devices before you try again.';

/** Reads the member's sessions; the current one is first. */
export const useSessions = () =>
  useMemberQuery('sessions', async ({ signal }) => (await callList(sessions, { signal })).items);

/**
 * Ends the session with this number; null ends all but this one. A change of the address that waits for its link
 * ends, too.
 */
export function useEndSession() {
  return useSingleMutation({
    mutationFn: async (id: number | null) => {
      await explainUnanswered<unknown>(
        id === null ? call(endOtherSessions, {}) : call(endSession, { params: { id: String(id) } }),
        DEVICES_UNKNOWN,
      );
    },
    onSettled: useReadAgain('sessions', 'account'),
  });
}
