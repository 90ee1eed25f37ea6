import { useRef } from 'react';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { useSingleMutation } from '../../shared/api/use-single-mutation';

const PERHAPS_USED =
  'This link has been used, perhaps by your try that got no answer. See whether it worked before you ask for a new one.';

/**
 * A mutation that uses up the link of a mail. After a try without an answer nobody knows whether it did, so
 * the server's rejection of the next one may be of a link that has worked.
 */
export function useLink<Result, Given = void>(work: (given: Given) => Promise<Result>) {
  const isUnanswered = useRef(false);
  return useSingleMutation({
    mutationFn: async (given: Given) => {
      try {
        return await work(given);
      } catch (error) {
        isUnanswered.current ||= isPassing(error);
        const isUsed = error instanceof ApiError && error.code === 'MAIL_LINK_INVALID';
        throw isUsed && isUnanswered.current ? new ApiError(error.status, PERHAPS_USED, error.code) : error;
      }
    },
  });
}
